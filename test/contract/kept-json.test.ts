import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const PROCESSES = 4;
const CHANGES = 50;

test('processes that change a file side by side lose nothing of one another', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'kept-json-'));
  const file = path.join(folder, 'kept.json');
  writeFileSync(file, '{}');
  const program = (name: number): string => `
    const { changeAlone } = require(${JSON.stringify(path.join(__dirname, 'kept-json.cjs'))});
    for (let change = 0; change < ${CHANGES}; change++)
      changeAlone(${JSON.stringify(file)}, (text) => JSON.stringify({ ...JSON.parse(text), ['${name} ' + change]: true }));`;
  const env = { ...process.env, TMPDIR: folder };
  const running = Array.from({ length: PROCESSES }, (_, name) =>
    promisify(execFile)(process.execPath, ['--eval', program(name)], { env }),
  );
  await Promise.all(running);
  expect(Object.keys(JSON.parse(readFileSync(file, 'utf8')))).toHaveLength(PROCESSES * CHANGES);
  expect(readdirSync(folder)).toEqual(['kept.json']);
});
