export const frame = {
  all: 'Bütün pazaryerleri',
  pagesOf: (channel: string) => `${channel} sayfaları`,
  unknown: 'Böyle bir pazaryeri yok.',
  unknownPage: 'Pazaryerinin böyle bir sayfası yok.',
  notConnected: (channel: string) => `${channel} mağazanıza bağlı değil.`,
  asked: 'Başlattığınız işler',
  askedState: (job: string, state: string) => `${job}: ${state}`,
};
