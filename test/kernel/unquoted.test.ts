import { assertReferred } from '../../src/kernel/bus/referred';
import { entity } from '../../src/kernel/declaration/entity';
import { isUnquoted, unquotedTexts } from '../../src/kernel/personal/unquoted';
import { closed, label, nullable, object, oneOf, personal, secret, t } from '../../src/kernel/schema/schema';

const text = label('Metin', 'Text')(t.String());
const schema = object({
  shown: text,
  closed: closed('store:admin')(text),
  personal: nullable(personal(text)),
  secret: t.Array(object({ value: secret(text) })),
});
const value = { shown: 'shown', closed: 'host.example', personal: 'Ayşe', secret: [{ value: 'parola' }] };

test('words quote nothing that is closed, personal or secret, however deep', () => {
  const { shown, ...others } = schema.properties;
  expect(isUnquoted(shown)).toBe(false);
  for (const marked of Object.values(others)) expect(isUnquoted(marked)).toBe(true);
  expect(unquotedTexts(schema, value).toSorted()).toEqual(['Ayşe', 'host.example', 'parola']);
});

test('a choice of an enum is a word of the product, and may be quoted', () => {
  const choosing = closed('store:admin')(object({ host: text, mail: oneOf(['none', 'shipped']) }));
  expect(unquotedTexts(choosing, { host: 'host.example', mail: 'none' })).toEqual(['host.example']);
});

test('work is told nothing of it, wherever its call knows it from', () => {
  const titles = { titleOf: (id: string) => id };
  const entities = [entity('server', object({ host: closed('store:admin')(text) }), { titles })];
  const known = { mutation: { id: 'server.set', payload: schema, result: object({}) }, payload: {}, result: {} };
  const told = (summary: string) => ({ queued: [{ summary }] }) as never;
  const changes = [{ entity: 'server', id: '1', before: { host: 'host.example' }, after: { host: 'b' } }];
  const refused = 'tells a workflow what is closed, secret or of a person';
  expect(() => assertReferred(entities, { ...known, changes }, told('asks host.example'))).toThrow(refused);
  expect(() => assertReferred(entities, { ...known, changes: [], payload: value }, told('uses parola'))).toThrow(
    refused,
  );
  expect(() => assertReferred(entities, { ...known, changes, payload: value }, told('shown'))).not.toThrow();
});
