import type { Refusals } from '../kernel/meaning';

export const refusals = {
  previews_off: {
    status: 422,
    title: 'This installation shows no previews.',
    turkish: 'Bu kurulumda tasarım önizlemesi açık değil.',
    cause: 'No key signs links of previews: the setting TEZGAH_PREVIEW_KEY is empty.',
    remedy: 'The operator of the installation states the key for the API and the storefront.',
  },
  link_over: {
    status: 410,
    title: 'The link is over: it was used, replaced or has expired.',
    turkish: 'Bağlantı artık geçerli değil: kullanılmış, yenilenmiş ya da süresi dolmuş.',
    cause: 'The link of the invitation, of the set-up or for a new password was used or replaced, or is too old.',
    remedy: 'Ask the sender for another link.',
  },
  joined_already: {
    status: 409,
    title: 'The invitation was accepted already: log in.',
    turkish: 'Davet zaten kabul edilmiş: giriş yapın.',
    cause: 'The link of the invitation was used already: by you, if that answer was lost.',
    remedy: 'Log in with the address of the invitation and the password that you chose.',
  },
  opened_already: {
    status: 409,
    title: 'The store is open already: log in.',
    turkish: 'Mağaza zaten açılmış: giriş yapın.',
    cause: 'This installation has an owner already: you, if the answer to the set-up was lost.',
    remedy: 'Log in with the address and the password that you chose.',
  },
  email_taken: {
    status: 422,
    title: 'The store has an owner or an invitation with this e-mail.',
    turkish: 'Bu e-posta mağazanın bir sahibine veya bekleyen bir davete ait.',
    cause: 'The store has an owner, or an open invitation, with this e-mail.',
    remedy: 'Use another address, or renew the invitation that is there.',
  },
  owners_full: {
    status: 422,
    title: 'The store has as many owners as it may have.',
    turkish: 'Mağazanın sahip sayısı sınıra ulaştı.',
    cause: 'The store has as many owners and open invitations as it may have.',
    remedy: 'Remove an owner or take an invitation back first.',
  },
  stores_full: {
    status: 422,
    title: 'The owner has as many stores as one may have.',
    turkish: 'Mağaza sayınız sınıra ulaştı.',
    cause: 'One login opens 20 stores at most.',
    remedy: 'Leave a store first, or open the further one with a login of another address.',
  },
  generation_unknown: {
    status: 422,
    title: 'The storefront generation is not known to this platform.',
    turkish: 'Vitrin nesli bu platformda yok.',
    cause: 'This build serves no storefront of that generation.',
    remedy: 'Name a generation that this build serves. The store keeps its present one meanwhile.',
  },
} as const satisfies Refusals;

type Own = typeof refusals;
declare module '../kernel/problems' {
  interface Problems extends Own {}
}
