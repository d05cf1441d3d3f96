/** Reasons of buyers by the provider's numbers (providers.md §2.8): name and code. */
export const customerReasons: Readonly<Record<number, readonly [name: string, code: string]>> = {
  251: ['Kusurlu ürün gönderildi', 'DAMAGEDITEM'],
  301: ['Kusurlu ürün', 'DAMAGEDITEM'],
  351: ['Yanlış ürün gönderildi', 'WRONGORDER'],
  401: ['Vazgeçtim', 'ABANDON'],
  451: ['Diğer', 'OTHER'],
  501: ['Bedeni küçük geldi', 'UNFIT'],
  551: ['Bedeni büyük geldi', 'UNFIT'],
  651: ['Beğenmedim', 'DISLIKE'],
  701: ['Model beğenilmedi', 'DISLIKE'],
  1651: ['Ürün kalitesini beğenmedim', 'QUALITY'],
  2017: ['Teslim edilemedi', 'UNDELIVERED'],
};

/** Reasons of sellers who do not accept a claim. */
export const issueReasons: Readonly<Record<number, string>> = {
  1: 'İade gelen ürün sahte',
  51: 'İade gelen ürün kullanılmış',
  101: 'İade gelen ürün fazla',
  151: 'İade gelen ürünün parçası eksik',
  201: 'İade gelen ürün yanlış',
  301: 'İade gelen ürün bana ait değil',
  351: 'İade paketi boş geldi',
  401: 'İade gelen ürün adedi eksik',
  451: 'Analize göndermek istiyorum',
  1651: 'İade paketi elime ulaşmadı',
  1951: 'İade gelen ürün kusurlu değil',
  2051: 'İade paketi hasarlı geldi',
  2077: 'Hijyen bandı açılmış',
  2101: 'Kargo sürecinde kayıp',
};

/** These are taken without a file. */
export const WITHOUT_FILE: readonly number[] = [451, 1651, 2101];
/** Refused in the first day of a claim. */
export const NOT_RECEIVED = 1651;
/** Sends the goods to be looked at. */
export const ANALYSIS = 451;
