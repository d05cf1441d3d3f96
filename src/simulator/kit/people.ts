/** Letters that labels and tables get wrong: Ğ ğ İ ı Ş ş Ç ç Ö ö Ü ü. */
export const people = [
  ['Çağrı', 'Öğütçü'],
  ['İrem', 'Ağaoğlu'],
  ['Şule', 'Işık'],
  ['Gülğün', 'Yıldırım'],
  ['Uğur', 'Karadağ'],
  ['Işıl', 'Çağlayan'],
  ['Doğukan', 'Şahinoğlu'],
  ['Ömer', 'Güneş'],
] as const;

/** City, its number, district, postal code, neighbourhood. */
export const places = [
  ['Muğla', 48, 'Menteşe', '48000', 'Müştakbey'],
  ['Ağrı', 4, 'Doğubayazıt', '04400', 'Ağrı Dağı'],
  ['Tekirdağ', 59, 'Çorlu', '59850', 'Hıdırağa'],
  ['İstanbul', 34, 'Kâğıthane', '34400', 'Çağlayan'],
  ['Niğde', 51, 'Bor', '51700', 'Sokubaşı'],
  ['Şanlıurfa', 63, 'Eyyübiye', '63200', 'Ulubağ'],
] as const;
