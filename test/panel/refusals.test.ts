import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { Refusals } from '../../src/kernel/meaning';
import { refusalsOfNouns } from '../../src/panel/text/refusals';

test('the panel has words for the codes of every noun', async () => {
  const sources = path.join(__dirname, '../../src');
  const files = readdirSync(sources, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /^(?!kernel)[a-z]+\/refusals\.ts$/.test(file),
  );
  expect(files.length).toBeGreaterThan(10);
  for (const file of files) {
    const { refusals } = (await import(path.join(sources, file))) as { readonly refusals: Refusals };
    expect([file, refusalsOfNouns.some((each) => (each as Refusals) === refusals)]).toEqual([file, true]);
  }
});
