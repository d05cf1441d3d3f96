import { type Command, command } from '../../src/kernel/declaration/command';
import { entity } from '../../src/kernel/declaration/entity';
import { buildRegistry } from '../../src/kernel/declaration/registry';
import { type ReadRoute, readRoute } from '../../src/kernel/declaration/route';
import { subject } from '../../src/kernel/declaration/subject';
import { closed, label, object, type TSchema, t } from '../../src/kernel/schema/schema';

const text = label('Metin', 'Text')(t.String());
const server = (host: TSchema) => label('Sunucu', 'Server')(object({ host, port: text }));

const get = (host: TSchema, more: Partial<ReadRoute> = {}): ReadRoute =>
  readRoute({
    id: 'mail.server.get',
    http: 'GET /v1/mail/server',
    summary: 'The mail server.',
    policy: 'read',
    scope: 'store:admin',
    closedToAgents: true,
    result: object({ server: t.Union([server(host), t.Null()]) }),
    refuses: [],
    run: async () => ({ server: null }),
    ...more,
  } as never) as ReadRoute;

const set = (host: TSchema, more: Partial<Command> = {}): Command =>
  command({
    id: 'mail.server.set',
    label: { tr: 'Posta sunucusunu kaydet', en: 'Set the mail server' },
    summary: 'Sets the mail server.',
    policy: 'propose',
    scope: 'store:admin',
    payload: object({ host }),
    result: object({}),
    refuses: [],
    example: {},
    subject: subject('mailServer'),
    run: async () => ({}),
    ...more,
  } as never) as Command;

const built = (host: TSchema, read: Partial<ReadRoute> = {}, change: Partial<Command> = {}) =>
  buildRegistry(
    [get(host, read), set(host, change)],
    [entity('mailServer', server(host), { titles: { titleOf: (id: string) => id } })],
  );

const closedText = closed('store:admin')(text);

test('what agents do not read is closed wherever it may be stated, or the product does not start', () => {
  expect(() => built(text)).toThrow('agents do not read a mailServer, and its host is not closed');
  expect(() => built(text, { closedToAgents: undefined as never })).not.toThrow();
  expect(() => built(closedText)).not.toThrow();
});

test('what is closed is opened by the scope of the read that answers it', () => {
  expect(() => built(closedText, { scope: 'catalog:read' })).toThrow('closed with another scope');
});

test('what is closed is taken by commands about the thing that has it', () => {
  expect(() => built(closedText, {}, { subject: undefined as never })).toThrow('takes what is closed');
});
