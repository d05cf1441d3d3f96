import { spoken } from './spoken';

export const frame = spoken({
  tr: {
    all: 'Bütün pazaryerleri',
    pagesOf: (channel: string) => `${channel} sayfaları`,
    unknown: 'Böyle bir pazaryeri yok.',
    unknownPage: 'Pazaryerinin böyle bir sayfası yok.',
    notConnected: (channel: string) => `${channel} mağazanıza bağlı değil.`,
    asked: 'Başlattığınız işler',
    askedState: (job: string, state: string) => `${job}: ${state}`,
  },
  en: {
    all: 'All marketplaces',
    pagesOf: (channel) => `Pages of ${channel}`,
    unknown: 'There is no such marketplace.',
    unknownPage: 'The marketplace has no such page.',
    notConnected: (channel) => `${channel} is not connected to your store.`,
    asked: 'Jobs that you have started',
    askedState: (job, state) => `${job}: ${state}`,
  },
});
