import type { Keeping } from '../../src/kernel/bus/call';
import { type Command, command } from '../../src/kernel/declaration/command';
import { entity } from '../../src/kernel/declaration/entity';
import { buildRegistry } from '../../src/kernel/declaration/registry';
import { KeyRing } from '../../src/kernel/personal/key-ring';
import { SecretBox } from '../../src/kernel/personal/secret-box';
import { label, nullable, object, personal, secret, type TSchema, t } from '../../src/kernel/schema/schema';
import { withoutSecrets } from '../../src/kernel/schema/secret';
import { keptPayload, wholePayload } from '../../src/proposal/item/call';

const text = label('Metin', 'Text')(t.String());
const password = secret(text);
/** No identifier is shown by a name here. */
const nameless = { titleOf: (id: string) => id };
const open: Pick<Keeping, 'payload'> = { payload: (payload) => payload };

const setting = (payload: TSchema, more: Partial<Command> = {}): Command =>
  command({
    id: 'mail.server.set',
    label: { tr: 'Posta sunucusunu kaydet', en: 'Set the mail server' },
    summary: 'Sets the mail server.',
    policy: 'owner',
    scope: 'store:admin',
    payload: payload as ReturnType<typeof object>,
    result: object({ host: text }),
    refuses: [],
    example: {},
    run: async () => ({ host: '' }),
    ...more,
  } as never) as Command;

describe('what nobody may read back', () => {
  const schema = object({
    host: text,
    password: t.Optional(nullable(password)),
    keys: t.Optional(t.Array(object({ name: text, value: password }))),
    byName: t.Optional(t.Record(t.String(), object({ name: text, value: password }))),
  });

  test('is left out wherever its schema marks it, and nothing else is', () => {
    const payload = {
      host: 'smtp',
      password: 'zqx',
      keys: [{ name: 'a', value: 'zqx' }, { name: 'b' }],
      byName: { c: { name: 'c', value: 'zqx' } },
      more: 'stays',
    };
    expect(withoutSecrets(schema, payload)).toEqual({
      host: 'smtp',
      keys: [{ name: 'a' }, { name: 'b' }],
      byName: { c: { name: 'c' } },
      more: 'stays',
    });
    expect(withoutSecrets(schema, { host: 'smtp', password: null })).toEqual({ host: 'smtp', password: null });
    expect(payload.password).toBe('zqx');
  });

  test('is sealed in an item that waits, and there when its turn comes', async () => {
    const box = new SecretBox(KeyRing.of([Buffer.alloc(32, 7)]));
    const payload = { host: 'smtp', password: 'zqx' };
    const kept = keptPayload(box, setting(schema), open, { storeId: 'str_1', itemId: 'itm_1', payload });
    expect(kept.payload).toEqual({ host: 'smtp' });
    expect(JSON.stringify([kept.payload, kept.sealedPayload?.toString('latin1')])).not.toContain('zqx');
    const nobody = { query: async () => [] } as never;
    expect(await wholePayload(nobody, box, 'str_1', { id: 'itm_1', ...kept })).toEqual(payload);
    const plain = setting(object({ host: text }));
    expect(keptPayload(box, plain, open, { storeId: 'str_1', itemId: 'itm_1', payload: { host: 'smtp' } })).toEqual({
      payload: { host: 'smtp' },
      sealedPayload: null,
    });
  });

  test.each<[string, () => unknown]>([
    ['an answer', () => buildRegistry([setting(schema, { result: object({ password }) as never })], [])],
    [
      'what is told once',
      () => buildRegistry([setting(object({ host: text }), { answersOnce: { password: t.Array(password) } })], []),
    ],
    [
      'an entity',
      () =>
        buildRegistry(
          [setting(schema)],
          [entity('mailServer', label('Sunucu', 'Server')(object({ password })), { titles: nameless })],
        ),
    ],
  ])('is refused at boot in %s', (_, build) => {
    expect(build).toThrow(/has a secret/);
  });

  test('may be a payload’s, also beside data of a person', () => {
    expect(() => buildRegistry([setting(schema)], [])).not.toThrow(/has a secret/);
    expect(withoutSecrets(object({ name: personal(text), password }), { name: 'Ayşe', password: 'zqx' })).toEqual({
      name: 'Ayşe',
    });
  });
});
