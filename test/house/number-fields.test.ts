import { sources, textOf } from './source';

/*
 * Mantine's field for numbers puts another one in the place of what somebody types: it drops letters, and moves what is out of bounds.
 * The panel asks for numbers by a field that says so, and sends nothing until it is mended.
 */

const IMPORT = /import\s*\{([^}]*)\}\s*from '@mantine\/core'/g;

const namesFromMantine = (text: string): string[] =>
  [...text.matchAll(IMPORT)].flatMap(([, names = '']) =>
    names.split(',').map((name) => name.trim().split(/\s/)[0] ?? ''),
  );

const panel = sources.filter((file) => file.startsWith('src/panel/'));

test('names are found in imports of one line and of several', () => {
  expect(namesFromMantine("import { Group, NumberInput } from '@mantine/core';")).toEqual(['Group', 'NumberInput']);
  expect(namesFromMantine("import {\n  NumberInput as Field,\n  Stack,\n} from '@mantine/core';")).toContain(
    'NumberInput',
  );
  expect(panel.flatMap((file) => namesFromMantine(textOf(file)))).toContain('TextInput');
});

test('no page asks for a number by a field that makes another of what was typed', () => {
  expect(panel.filter((file) => namesFromMantine(textOf(file)).includes('NumberInput'))).toEqual([]);
});

test('a field for numbers is drawn by one part, and every form asks by that', () => {
  const natively = /type=["']number["']|type: 'number' as const/;
  expect(panel.filter((file) => natively.test(textOf(file)))).toEqual([]);
});
