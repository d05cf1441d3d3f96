import type { Refusals } from '../kernel/meaning';

export const refusals = {
  listing_unknown: {
    status: 422,
    title: 'A listing names an unknown product or variant.',
    turkish: 'Listeleme bilinmeyen bir ürünü gösteriyor.',
    cause: 'A listing of the marketplace points to a product or variant that the store does not have.',
    remedy: 'Import or create it first, or leave that listing out.',
  },
  too_many_listings: {
    status: 422,
    title: 'The call names too many listings.',
    turkish: 'Çağrı çok fazla listeleme adı veriyor.',
    cause: 'A marketplace is asked for a limited number of listings at once.',
    remedy: 'Ask for them in several calls.',
  },
  too_many_packages: {
    status: 422,
    title: 'The call names too many packages.',
    turkish: 'Çağrı çok fazla paket adı veriyor.',
    cause: 'One file holds the labels of a limited number of packages.',
    remedy: 'Ask for the labels in several calls.',
  },
  labels_do_not_fit: {
    status: 422,
    title: 'The labels do not fit into one file.',
    turkish: 'Etiketler tek dosyaya sığmıyor.',
    cause:
      'A file has a limited number of pages and bytes; labels of providers may have several pages, or large pictures.',
    remedy:
      'Leave out the things that the faults name, and ask for their labels in another call; with partial they are left out.',
  },
  not_listable: {
    status: 422,
    title: 'A listing lacks something that the marketplace asks for.',
    turkish: 'Pazaryerinin istediği bir şey eksik.',
    cause: 'The marketplace would refuse a product as it is: each fault names the listing and what it lacks.',
    remedy: 'Correct the product or its listing, or push the others with partial.',
  },
  answer_unfit: {
    status: 422,
    title: 'The answer is too short or too long.',
    turkish: 'Cevap çok kısa ya da çok uzun.',
    cause: 'Marketplaces take answers of 10 to 2000 characters.',
    remedy: 'Shorten the answer, or say more in it.',
  },
  brand_taken: {
    status: 422,
    title: 'The marketplace has a brand of this name.',
    turkish: 'Pazaryerinde bu adda bir marka var.',
    cause: 'The marketplace already has a brand of this name.',
    remedy: 'Find the brand at the marketplace, and use its id.',
  },
  claim_file_missing: {
    status: 422,
    title: 'The reason needs a file.',
    turkish: 'Bu neden için dosya gerekir.',
    cause: 'The marketplace takes this reason against a claim only with a file that shows it.',
    remedy: 'Add a picture as `files`, or state another reason.',
  },
} as const satisfies Refusals;

type Own = typeof refusals;
declare module '../kernel/problems' {
  interface Problems extends Own {}
}
