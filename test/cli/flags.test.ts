import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { Command } from 'commander';
import { addFields, valuesOf } from '../../src/cli/flags';
import metafieldSet from '../../src/metafield/metafield.set';
import { temporaryFolder } from '../supervisor/support';

describe('a flag that takes JSON', () => {
  const folder = temporaryFolder();
  const schema = JSON.parse(JSON.stringify(metafieldSet.payload));
  const read = (text: string): unknown => {
    const command = new Command('x').exitOverride().configureOutput({ outputError: () => undefined });
    const fields = addFields(command, schema);
    command.parse(['--value', text], { from: 'user' });
    return valuesOf(command, fields).value;
  };

  test.each([
    ['Koyu', 'Koyu'],
    ['2026-12-31', '2026-12-31'],
    ['#a1b2c3', '#a1b2c3'],
    ['"7"', '7'],
    ['7', 7],
    ['{"a":1}', { a: 1 }],
  ])('takes %s, and a bare word where a text fits', (text, value) => expect(read(text)).toEqual(value));

  test('takes a file, and says what it wants', () => {
    const file = path.join(folder, 'value.json');
    writeFileSync(file, '"dosyadan"');
    expect(read(`@${file}`)).toBe('dosyadan');
    expect(() => read(`@${file}.gone`)).toThrow('cannot be read');
    expect(() => read('{Koyu')).toThrow('or @file');
  });
});
