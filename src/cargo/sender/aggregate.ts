import {
  closed,
  form,
  label,
  line,
  nullable,
  object,
  oneOf,
  personal,
  type TSchema,
  t,
  typeNamed,
  words,
} from '../../kernel/schema/schema';
import { aggregate } from '../../kernel/table/aggregate';
import { type Row, times } from '../../kernel/table/table';
import { askedColumns } from '../../provider/conversation/columns';
import { fields } from '../../store/identity/fields';

/** A store may be a person. As of all that extensions are configured with, who reads the settings reads it, and no agent. */
const stated = <S extends TSchema>(schema: S) => ({ type: 'text', schema, kept: 'once', writers: ['create'] }) as const;
const ofSettings = closed('store:admin');

/** Couriers are in Turkey, and so are those whom they call. */
const phone = label(
  'Telefon',
  'Telephone',
)(
  t.String({
    pattern: '^\\+90[1-9]\\d{9}$',
    description: 'In E.164, e.g. +905321234567.',
    ...form('+90 ile, ör. +905321234567', 'a number of Turkey, e.g. +905321234567'),
  }),
);

const postalCode = label(
  'Posta kodu',
  'Postal code',
)(t.String({ pattern: '^\\d{5}$', ...form('5 rakam', '5 digits') }));

/** As the provider calls it. */
export const senderRemoteId = label(
  'Sağlayıcıdaki kimlik',
  'Id at the provider',
)(t.String({ pattern: '^[A-Za-z0-9_-]{1,64}$' }));
/** The provider may repeat in it what it was sent. */
export const senderFailure = ofSettings(personal(label('Oluşturulamama nedeni', 'Why it failed')(line(300))));

/** An address from which a provider of cargo fetches the parcels of a store. It never changes: another address is another row. */
export const sender = aggregate({
  word: 'sender',
  prefix: 'snd',
  label: label('Gönderici adresi', 'Sender address'),
  table: 'cargo_sender',
  columns: {
    extension: {
      type: 'text',
      schema: label('Kargo eklentisi', 'Extension')(t.String()),
      kept: 'once',
    },
    /** The name by which the provider knows it: a lost answer is looked for by it, and it is the same for the same address. */
    reference: {
      type: 'text',
      schema: label(
        'Sağlayıcıdaki ad',
        'Reference',
      )(t.String({ pattern: '^tezgah-[0-9a-f]{32}$', description: 'By which the provider knows the address.' })),
      kept: 'once',
    },
    name: stated(ofSettings(personal(label('Ad veya unvan', 'Name')(line(120))))),
    phone: stated(ofSettings(personal(phone))),
    email: stated(fields.email),
    address: stated(fields.address),
    district: stated(fields.district),
    province: stated(fields.province),
    postalCode: stated(ofSettings(postalCode)),
    state: {
      type: 'text',
      schema: label(
        'Durum',
        'State',
      )(
        oneOf(
          ['creating', 'ready', 'failed'],
          words({
            creating: ['oluşturuluyor', 'being created'],
            ready: ['hazır', 'ready'],
            failed: ['oluşturulamadı', 'failed'],
          }),
        ),
      ),
    },
    /** null as long as nobody knows that it is there. */
    remoteId: { type: 'text', schema: nullable(senderRemoteId) },
    failure: { type: 'text', schema: nullable(senderFailure) },
    ...askedColumns,
    waitingFor: { ...askedColumns.waitingFor, schema: ofSettings(askedColumns.waitingFor.schema) },
    ...times,
  },
});

export type SenderRow = Row<typeof sender>;
export const senderSchema = sender.label(typeNamed('CargoSender')(object(sender.answers)));
