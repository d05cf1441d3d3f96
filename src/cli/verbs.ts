import path from 'node:path';
import { Command } from 'commander';
import { type Answer, keyOf, type Request } from './client';
import { confirmWhatIsFinal } from './confirm';
import type { Context } from './context';
import { save } from './download';
import { usage } from './exit';
import {
  addFields,
  type Field,
  fieldNames,
  kebab,
  readBytes,
  readDocument,
  requireFields,
  valuesOf,
  withSecrets,
} from './flags';
import type { Schema } from './json-schema';
import type { RemoteRoute } from './remote';
import { ulid, whole } from './typed';
import { addWait, noteEnd, preferring } from './wait';

/** Routes without a verb of their own: `run` is their verb. */
const hidden = new Set(['commands.run']);
const PAGES_MAX = 10_000;

/** A verb for every route: `catalog.products.list` is `tezgah catalog products list`. Verbs that are there already stay. */
export function addVerbs(program: Command, context: Context, routes: readonly RemoteRoute[]): void {
  for (const route of routes) {
    if (hidden.has(route.id)) continue;
    const words = route.id.split('.');
    const parent = words.slice(0, -1).reduce(groupOf, program);
    const name = words.at(-1) as string;
    if (!find(parent, name)) parent.addCommand(verb(name, route, context));
  }
}

const find = (parent: Command, word: string): Command | undefined =>
  parent.commands.find((command) => command.name() === kebab(word));

function groupOf(parent: Command, word: string): Command {
  const known = find(parent, word);
  if (known) return known;
  const group = commandNamed(word);
  parent.addCommand(group);
  return group;
}

/** `stockMovements` and `stock-movements` are one word. */
function commandNamed(word: string): Command {
  const command = new Command(kebab(word));
  return command.name() === word ? command : command.alias(word);
}

/** A group whose own words are missing is told by its verbs. */
export function describeGroups(parent: Command): void {
  for (const group of parent.commands) {
    if (group.commands.length === 0) continue;
    describeGroups(group);
    if (!group.description()) group.description(group.commands.map((command) => command.name()).join(', '));
  }
}

const isChange = ({ method, policy }: Pick<RemoteRoute, 'method' | 'policy'>): boolean =>
  method !== 'GET' && policy !== 'read' && policy !== 'quote';

function verb(name: string, route: RemoteRoute, context: Context): Command {
  const [params, query, body] = [route.params as Schema, route.query as Schema, route.body as Schema | null];
  const command = commandNamed(name).description(route.summary);
  const places = fieldNames(params);
  for (const place of places) command.argument(`[${place}]`, params.properties?.[place]?.description ?? '');
  const fields = {
    params: addFields(command, params),
    query: addFields(command, query),
    body: addFields(command, body),
  };
  if (route.accepts)
    command.argument('[file]', `the file to send, ${route.accepts.types.join(', ')}; --file names it too`);
  const operands = [...places, ...(route.accepts ? ['file'] : [])];
  command.usage([...operands.map((place) => `<${place}>`), '[options]'].join(' '));
  const pages = fieldNames(query).includes('cursor') && fieldNames(route.result as Schema).includes('nextCursor');
  if (pages)
    command
      .option('--all', 'every page, one after the other')
      .option(
        '--columns <names>',
        'these fields of each row as they are, one row a line, tabs between: for awk and cut',
      );
  if (route.accepts) command.option('--file <path>', 'the file to send');
  if (route.produces)
    command.option('--out <path>', 'where to save the file, - for stdout (default: here, under its own name)');
  if (body) command.option('--body <json>', 'the body as JSON, @file or - for stdin; flags win over it');
  if (isChange(route)) {
    command
      .option('--idempotency-key <ulid>', 'the same key answers the same outcome for 30 days', ulid)
      .option('--dry-run', 'show what would change, and change nothing');
    if (route.waits) addWait(command);
    if (route.revGuarded) command.option('--if-match <rev>', 'refuse with 409 when it is at another rev', whole);
  }
  const access = route.scope ? `scope ${route.scope}` : 'no scope';
  command.addHelpText('after', `\n${route.id}: ${route.method} ${route.path}, ${route.policy}, ${access}`);
  return command.action(() => callRoute(route, command, fields, context));
}

async function callRoute(
  route: RemoteRoute,
  command: Command,
  fields: Readonly<Record<'params' | 'query' | 'body', readonly Field[]>>,
  context: Context,
): Promise<void> {
  const { client } = context;
  const options = command.opts<{
    all?: true;
    columns?: string;
    body?: string;
    file?: string;
    out?: string;
    idempotencyKey?: string;
    ifMatch?: number;
    dryRun?: true;
    wait?: number;
  }>();
  const place = pathOf(route, command, fields.params);
  const query = valuesOf(command, fields.query);
  requireFields(fields.query, query);
  const wantsFile = Boolean(route.produces);
  const request = { method: route.method, path: place, query, wantsFile, asOwner: route.policy === 'owner' };
  const { columns } = options;
  if (columns !== undefined && context.settings.json) usage('--json and --columns are two forms of one answer.');
  const showList = (answer: Pick<Answer, 'body'>): void =>
    columns === undefined ? context.show(answer, route.result) : showColumns(columns, answer, context);
  if (options.all) return showList(await everyPage(request, client));

  const given = { ...(options.body ? readDocument(options.body, '--body') : {}), ...valuesOf(command, fields.body) };
  const document = await withSecrets(fields.body, given, context.terminal);
  requireFields(fields.body, document);
  const body = sentAs(route, document, options.file ?? command.args[fields.params.length]);
  if (wantsFile) return save(await client.send({ ...request, ...body }), options.out, context);
  if (!isChange(route)) {
    const asked = fields.query.some(({ name }) => name === 'total') ? { ...context.askedOfLists, ...query } : query;
    const answer = await client.send({ ...request, query: asked, ...body });
    // A call that asks for a verdict ends as the verdict says.
    if (answer.body?.valid === false) context.ending = 'refused';
    return showList(answer);
  }

  const rev = options.ifMatch === undefined ? {} : { 'If-Match': `"${options.ifMatch}"` };
  const dryRun = () => client.send({ ...request, ...body, headers: { ...rev, 'Dry-Run': 'true' } });
  if (options.dryRun) return context.show(await dryRun(), route.result);
  await confirmWhatIsFinal({ ...route, destructive: route.method === 'DELETE' }, dryRun, context);
  const key = keyOf(options.idempotencyKey);
  const headers = { 'Idempotency-Key': key, ...rev, ...preferring(options.wait) };
  const answer = await client.send({ ...request, ...body, headers, key });
  context.show(answer, route.result);
  noteEnd(answer, options.wait, context);
}

/** Prints fields of the rows of a list as they are: no amount, no column and no text is cut or written for people. */
function showColumns(columns: string, { body }: Pick<Answer, 'body'>, context: Context): void {
  const paths = columns.split(',').map((name) => name.trim().split('.'));
  for (const item of body.items) context.terminal.print(paths.map((names) => cellOf(item, names)).join('\t'));
  context.noteRest(body);
}

/** A value in one cell of a line, of a list the values of its things with `;` between. Text that would end one stands there with spaces. */
function cellOf(item: unknown, [name, ...others]: readonly string[]): string {
  if (Array.isArray(item) && name !== undefined)
    return item.map((each) => cellOf(each, [name, ...others]).replaceAll(';', ' ')).join(';');
  if (item === undefined || item === null) return '';
  if (name !== undefined)
    return typeof item === 'object' ? cellOf((item as Record<string, unknown>)[name], others) : '';
  return (typeof item === 'object' ? JSON.stringify(item) : String(item)).replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ');
}

/** Makes the body of a request: the bytes of one file, a form, or JSON. */
function sentAs(
  { accepts, form: files, method }: RemoteRoute,
  document: Readonly<Record<string, unknown>>,
  file: string | undefined,
): Pick<Request, 'bytes' | 'form' | 'body'> {
  if (accepts) return { bytes: readBytes(file) };
  if (!files) return method === 'GET' ? {} : { body: document };
  const form = new FormData();
  for (const [field, value] of Object.entries(document)) {
    if (!(field in files)) form.append(field, String(value));
    else
      for (const each of [value].flat())
        form.append(field, new Blob([readBytes(String(each), `--${kebab(field)}`)]), path.basename(String(each)));
  }
  return { form };
}

function pathOf(route: RemoteRoute, command: Command, params: readonly Field[]): string {
  const flags = valuesOf(command, params);
  const values = Object.fromEntries(params.map(({ name }, index) => [name, flags[name] ?? command.args[index]]));
  const missing = params.find(({ name }) => values[name] === undefined || values[name] === '');
  if (missing) usage(`<${missing.name}> is missing.`, 'Add --help to see how it is used.');
  return route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values[name])));
}

/** A list with all of its pages as one. */
export async function everyPage(
  request: { method: string; path: string; query: Record<string, unknown>; asOwner: boolean },
  client: Context['client'],
): Promise<Pick<Answer, 'body'>> {
  const items: unknown[] = [];
  let cursor = request.query.cursor;
  for (let pages = 0; pages < PAGES_MAX; pages += 1) {
    const { body } = await client.send({ ...request, query: { limit: 100, ...request.query, cursor } });
    items.push(...body.items);
    cursor = body.nextCursor;
    if (!cursor) break;
  }
  return { body: { items, nextCursor: cursor ?? null } };
}
