import { randomBytes } from 'node:crypto';
import { statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { loadConfig } from '../../src/config';
import {
  environmentOfKeys,
  KEY_FILE,
  keysInFile,
  ownKeys,
  statedKeys,
  textOfKeys,
  writeKeys,
} from '../../src/keys/source';
import { temporaryFolder } from '../supervisor/support';

const [one, two] = [randomBytes(32), randomBytes(32)];
const text = (...keys: Buffer[]) => keys.map((key) => key.toString('base64')).join();

describe('sealing keys', () => {
  const folder = temporaryFolder();
  const configOf = (environment: Record<string, string>) => loadConfig({ TEZGAH_DATA: folder, ...environment });
  const stated = (environment: Record<string, string>) => statedKeys(configOf(environment));
  const file = path.join(folder, 'keys');

  test('come from the environment, from a file that is followed, or from what a command prints', () => {
    writeFileSync(file, `${textOfKeys([two, one])}\n`);
    expect(stated({})).toBeUndefined();
    expect(stated({ TEZGAH_SECRET_KEY: text(one, two) })).toEqual({ keys: [one, two] });
    expect(stated({ TEZGAH_SECRET_KEY_FILE: file })).toEqual({ keys: [two, one], file });
    expect(stated({ TEZGAH_SECRET_KEY_COMMAND: `cat ${file}` })).toEqual({ keys: [two, one] });
  });

  test('come from one place alone', () => {
    expect(() => configOf({ TEZGAH_SECRET_KEY: text(one), TEZGAH_SECRET_KEY_FILE: file })).toThrow('Only one of');
  });

  test('are kept in the data folder where nobody states them, for its owner alone', () => {
    const { keys, file: kept } = ownKeys(configOf({}));
    expect(keys).toHaveLength(1);
    expect(kept).toBe(path.join(folder, KEY_FILE));
    expect(statSync(kept as string).mode & 0o777).toBe(0o600);
    expect(ownKeys(configOf({}))).toEqual({ keys, file: kept });
    writeKeys(kept as string, [one, two]);
    expect(statSync(kept as string).mode & 0o777).toBe(0o600);
    expect(keysInFile(kept as string)).toEqual([one, two]);
  });

  test.each([
    [{ TEZGAH_SECRET_KEY: text(one, two) }],
    [{ TEZGAH_SECRET_KEY_FILE: file }],
    [{ TEZGAH_SECRET_KEY_COMMAND: `cat ${file}` }],
    [{} as Record<string, string>],
  ])('are the same in another process of the product: %j', (environment) => {
    const config = configOf(environment);
    const { keys } = ownKeys(config);
    expect(stated(environmentOfKeys(config) as Record<string, string>)?.keys).toEqual(keys);
  });

  test.each<[string, Record<string, string>, RegExp]>([
    [
      'too short',
      { TEZGAH_SECRET_KEY: `${text(one)},AAAA` },
      /TEZGAH_SECRET_KEY must be 32 bytes in base64.*what it is is not told/,
    ],
    ['no file', { TEZGAH_SECRET_KEY_FILE: path.join(folder, 'none') }, /cannot be read: ENOENT/],
    ['an empty answer', { TEZGAH_SECRET_KEY_COMMAND: 'true' }, /must hold keys of 32 bytes/],
    ['a command that fails', { TEZGAH_SECRET_KEY_COMMAND: 'exit 3' }, /failed \(it ended with 3\)/],
  ])('are refused in one sentence that does not tell them: %s', (_, environment, said) => {
    let told = '';
    try {
      stated(environment);
    } catch (error) {
      told = (error as Error).message;
    }
    expect(told).toMatch(said);
    expect(told).not.toContain(one.toString('base64'));
  });
});
