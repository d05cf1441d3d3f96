import { line, object, oneOf, type Static, t, webAddress } from '../../kernel/schema/schema';

/** As it was entered in the shop: it goes to the provider, and is kept nowhere. */
const enteredCard = object({
  holder: line(100),
  number: t.String({ pattern: '^[0-9]{12,19}$' }),
  month: t.String({ pattern: '^(0[1-9]|1[0-2])$' }),
  year: t.String({ pattern: '^20[0-9]{2}$' }),
  securityCode: t.String({ pattern: '^[0-9]{3,4}$' }),
});

/** total: what the shopper agrees to pay, in kuruş. returnUrl: where the browser comes back to, which is told which payment it is. */
export const payingBody = object({
  total: t.Integer({ minimum: 1 }),
  returnUrl: webAddress(500),
  /** Of the browser. */
  ip: t.String({ pattern: '^[0-9a-fA-F.:]{3,45}$' }),
  language: t.Optional(oneOf(['tr', 'en'])),
  /** Where the provider lets it be entered in the shop; else its own page takes it. */
  card: t.Optional(enteredCard),
});
export type Paying = Static<typeof payingBody>;

/** What the browser has posted on its way back, as it came: its type and its body; empty when it came back with nothing. */
export const comingBody = object({
  type: t.String({ maxLength: 200 }),
  body: t.String({ maxLength: 32_000 }),
});
export type Coming = Static<typeof comingBody>;
