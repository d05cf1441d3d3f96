import { folded } from '../../kernel/folded';

/** The provinces of Turkey in the order of their plate codes, 01 … 81, by which Geliver knows them (providers.md §3, `cityCode`). */
const provinces =
  `Adana Adıyaman Afyonkarahisar Ağrı Amasya Ankara Antalya Artvin Aydın Balıkesir Bilecik Bingöl Bitlis Bolu Burdur Bursa
  Çanakkale Çankırı Çorum Denizli Diyarbakır Edirne Elazığ Erzincan Erzurum Eskişehir Gaziantep Giresun Gümüşhane Hakkari Hatay Isparta
  Mersin İstanbul İzmir Kars Kastamonu Kayseri Kırklareli Kırşehir Kocaeli Konya Kütahya Malatya Manisa Kahramanmaraş Mardin Muğla Muş
  Nevşehir Niğde Ordu Rize Sakarya Samsun Siirt Sinop Sivas Tekirdağ Tokat Trabzon Tunceli Şanlıurfa Uşak Van Yozgat Zonguldak Aksaray
  Bayburt Karaman Kırıkkale Batman Şırnak Bartın Ardahan Iğdır Yalova Karabük Kilis Osmaniye Düzce`.split(/\s+/);

/** Names that people still use. */
const earlier = {
  Afyon: 'Afyonkarahisar',
  İçel: 'Mersin',
  Maraş: 'Kahramanmaraş',
  Urfa: 'Şanlıurfa',
  İzmit: 'Kocaeli',
};

const codes = new Map(provinces.map((name, at) => [folded(name), { code: String(at + 1).padStart(2, '0'), name }]));
for (const [name, today] of Object.entries(earlier)) codes.set(folded(name), codes.get(folded(today)) as Province);

export interface Province {
  /** The province code, of two digits. */
  readonly code: string;
  readonly name: string;
}

/** A province by its name, however it is spelled; undefined when there is none. */
export const provinceOf = (city: string): Province | undefined => codes.get(folded(city.trim()));
