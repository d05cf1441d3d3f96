import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { inLines } from './json-lines';

type Parts = Readonly<Record<string, unknown>>;

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly tags: readonly string[] }>>>>;
  readonly components: { readonly schemas: Parts } & Parts;
}

const sources = path.join(__dirname, '../../src');

/** The noun of a word of an id or tag: `orders` and `order` are one. */
const nounOf = (word: string): string =>
  !existsSync(path.join(sources, word)) && word.endsWith('s') ? word.slice(0, -1) : word;

/** As schemas of commands are called: `catalog.price.set` is `CatalogPriceSet`. */
const nameOf = (command: string): string => command.replaceAll(/(?:^|\.)(\w)/g, (_, first) => first.toUpperCase());

const schemasIn = (part: unknown): string[] =>
  [...JSON.stringify(part).matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name as string);

/**
 * An OpenAPI document as texts of files: `document.json` has what is of no noun, each noun has a file of its paths and schemas, and
 * schemas that several nouns name stand in `shared.json`.
 * @param commands ids, whose schemas are those of their noun
 */
export function filesByNoun(document: unknown, commands: readonly string[]): ReadonlyMap<string, string> {
  const { paths, components, ...rest } = document as Document;
  const { schemas, ...others } = components;
  const files: Record<string, { paths: Record<string, unknown>; schemas: Record<string, unknown> }> = {};
  const fileOf = (noun: string) => {
    files[noun] ??= { paths: {}, schemas: {} };
    return files[noun];
  };
  for (const [address, item] of Object.entries(paths)) {
    const tag = Object.values(item)[0]?.tags[0] as string;
    fileOf(nounOf(tag)).paths[address] = item;
  }
  const nouns = nounsOfSchemas(schemas, commands, Object.entries(files));
  for (const [name, schema] of Object.entries(schemas)) {
    const [noun, ...more] = nouns.get(name) ?? [];
    fileOf(noun === undefined || more.length > 0 ? 'shared' : noun).schemas[name] = schema;
  }
  const parts = { document: { ...rest, components: others }, ...files };
  return new Map(Object.entries(parts).map(([noun, part]) => [`${noun}.json`, `${inLines(part)}\n`]));
}

/** @returns the nouns that name a schema, by themselves or through another schema */
function nounsOfSchemas(
  schemas: Parts,
  commands: readonly string[],
  files: readonly (readonly [string, { readonly paths: Parts }])[],
): ReadonlyMap<string, ReadonlySet<string>> {
  const ofCommands = new Map(
    commands.flatMap((id) =>
      ['Payload', 'Result', 'Call', 'Answer'].map((part) => [
        `${nameOf(id)}${part}`,
        nounOf(id.split('.')[0] as string),
      ]),
    ),
  );
  const nouns = new Map<string, Set<string>>();
  const give = (name: string, noun: string): void => {
    const known = nouns.get(name) ?? new Set();
    const own = ofCommands.get(name) ?? noun;
    if (known.has(own)) return;
    nouns.set(name, known.add(own));
    for (const other of schemasIn(schemas[name])) give(other, own);
  };
  for (const [noun, { paths }] of files) for (const name of schemasIn(paths)) give(name, noun);
  for (const [name, noun] of ofCommands) if (name in schemas) give(name, noun);
  return nouns;
}

/** `UPDATE_GOLDEN=1` writes the files of a folder anew, and takes away those that there are no more. */
export function expectGoldenFolder(folder: string, files: ReadonlyMap<string, string>): void {
  if (process.env.UPDATE_GOLDEN === '1') {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder);
    for (const [name, text] of files) writeFileSync(path.join(folder, name), text);
  }
  expect(readdirSync(folder).toSorted()).toEqual([...files.keys()].toSorted());
  for (const [name, text] of files)
    expect(`${name}\n${text}`).toBe(`${name}\n${readFileSync(path.join(folder, name), 'utf8')}`);
}
