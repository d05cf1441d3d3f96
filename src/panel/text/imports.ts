import { spoken } from './spoken';

export const importWords = spoken({
  tr: {
    recent: 'Son içe aktarmalar',
    hint: 'Geri alınca yeni ürünler arşivlenir, adresleri, stok kodları ve barkodları boşa çıkar; değişen değerler önceki hallerine döner. Sonradan düzenlenen ya da satılan ürünlere dokunulmaz, eklenen varyantlar ve görsel dosyaları kalır.',
    file: 'Dosya',
    at: 'Zamanı',
    changes: 'Değişiklik',
    act: 'İçe aktarmayı geri al',
    actOf: (name: string) => `İçe aktarmayı geri al: ${name}`,
    title: 'İçe aktarma geri alınsın mı?',
    text: (changes: string) =>
      `${changes} değişiklik geri alınır. Yeni ürünler arşivlenir ve kodları boşa çıkar. Sonradan düzenlenen ya da satılanlara dokunulmaz; hangileri olduğu nedeniyle gösterilir.`,
    yes: 'Geri al',
    parts: (parts: string) =>
      `Bu içe aktarma büyük olduğu için ${parts} bölümde tutulur. En yeni bölümden başlayarak her birini geri alın.`,
    partial: 'Değişikliklerin bir bölümü bu listeye yazılamadı. Onları işlem geçmişinden tek tek geri alabilirsiniz.',
  },
  en: {
    recent: 'Recent imports',
    hint: 'Taking one back archives its new products and frees their addresses, SKUs and barcodes; changed values become what they were. Products that were edited or sold since stay as they are, as do added variants and files of pictures.',
    file: 'File',
    at: 'Time',
    changes: 'Changes',
    act: 'Take the import back',
    actOf: (name: string) => `Take the import back: ${name}`,
    title: 'Take the import back?',
    text: (changes: string) =>
      `Changes that are taken back: ${changes}. New products are archived, and their codes are free again. What was edited or sold since stays, and is shown with the reason.`,
    yes: 'Take back',
    parts: (parts: string) =>
      `This import is large: it is kept in ${parts} parts. Take each of them back, beginning with the newest.`,
    partial: 'Some changes could not be written down here. You can take them back one by one in the history.',
  },
});
