import { letter } from '../../src/mail/page';

const written = (address: string) =>
  letter({
    ...{ storeName: 'Kahve', to: 'ayse@example.com', subject: 'Yolda', name: 'Ayşe', paragraphs: [] },
    link: { words: 'Kargoyu izleyin', address },
  });

test.each([
  ['https://kargo.example/9?no=1', 'kargo.example'],
  ['http://kargo.example:8080/9', 'kargo.example:8080'],
  ['https://www.trendyol.com@kargo.example/9', 'kargo.example'],
  ['https://trendyоl.example/9', 'xn--trendyl-fjg.example'],
])('a letter names the host to which its link leads: %s', (address, host) => {
  const { html, text } = written(address);
  expect(html).toMatch(new RegExp(`>Kargoyu izleyin \\(${host.replaceAll('.', '\\.')}\\)</a>`));
  expect(text).toContain(address);
});
