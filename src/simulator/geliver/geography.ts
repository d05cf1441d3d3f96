/** Some provinces by their plate codes, with some of their districts. */
const provinces: Readonly<Record<string, { readonly name: string; readonly districts: readonly string[] }>> = {
  '06': { name: 'Ankara', districts: ['Çankaya', 'Keçiören', 'Yenimahalle'] },
  '07': { name: 'Antalya', districts: ['Kepez', 'Konyaaltı', 'Muratpaşa'] },
  '16': { name: 'Bursa', districts: ['Nilüfer', 'Osmangazi', 'Yıldırım'] },
  '34': { name: 'İstanbul', districts: ['Beşiktaş', 'Esenyurt', 'Kadıköy', 'Üsküdar'] },
  '35': { name: 'İzmir', districts: ['Bornova', 'Karşıyaka', 'Konak'] },
  '65': { name: 'Van', districts: ['Edremit', 'İpekyolu', 'Tuşba'] },
};

export const cities = () =>
  Object.entries(provinces).map(([cityCode, { name }]) => ({ name, cityCode, countryCode: 'TR', areaCode: '' }));

export const districtsOf = (cityCode: string) =>
  (provinces[cityCode]?.districts ?? []).map((name, at) => ({
    name,
    districtID: Number(cityCode) * 1_000 + at + 1,
    cityCode,
    countryCode: 'TR',
  }));

/** 01 … 81. */
export const isCityCode = (code: string): boolean => /^(0[1-9]|[1-7]\d|8[01])$/.test(code);
