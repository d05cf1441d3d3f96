import { json, label, nullable, oneOf, t, words } from '../../kernel/schema/schema';
import { aggregate } from '../../kernel/table/aggregate';
import { type Row, times } from '../../kernel/table/table';
import { hashSchema } from '../design/aggregate';

/** Kinds of things that have versions. */
const updateKinds = ['theme', 'extension'] as const;
export type UpdateKind = (typeof updateKinds)[number];

const updateClasses = ['patch', 'minor', 'major'] as const;

const updateStates = ['pending', 'blocked', 'dismissed', 'applied', 'superseded'] as const;
export type UpdateState = (typeof updateStates)[number];

/** States of an update that can still be applied, now or once nothing blocks it. */
export const openStates = ['pending', 'blocked', 'dismissed'] as const satisfies readonly UpdateState[];
export const isOpen = (state: UpdateState): boolean => (openStates as readonly string[]).includes(state);

/** Faults that keep an update from being applied. */
const blockReasons = ['design_invalid', 'config_invalid', 'not_ready'] as const;

export const updateKind = () =>
  label('Tür', 'Kind')(oneOf(updateKinds, words({ theme: ['Tema', 'Theme'], extension: ['Eklenti', 'Extension'] })));

export const updateState = () =>
  label(
    'Durum',
    'State',
  )(
    oneOf(
      updateStates,
      words({
        pending: ['Bekliyor', 'Pending'],
        blocked: ['Engelli', 'Blocked'],
        dismissed: ['Ertelendi', 'Dismissed'],
        applied: ['Uygulandı', 'Applied'],
        superseded: ['Yerine yenisi geldi', 'Superseded'],
      }),
    ),
  );

/** A step from what a store shows, or has installed, to a newer version. It was prepared before anybody decides on it. */
export const update = aggregate({
  word: 'update',
  prefix: 'upd',
  label: label('Güncelleme', 'Update'),
  table: 'store_update',
  columns: {
    kind: { type: 'text', schema: updateKind(), kept: 'once' },
    name: {
      type: 'text',
      schema: label('Ad', 'Name')(t.String({ description: 'Key of the theme or of the extension.' })),
      kept: 'once',
    },
    fromVersion: { type: 'text', schema: label('Şimdiki sürüm', 'Present version')(t.String()) },
    toVersion: { type: 'text', schema: label('Yeni sürüm', 'New version')(t.String()), kept: 'once' },
    class: {
      type: 'text',
      schema: label(
        'Sınıf',
        'Class',
      )(
        oneOf(
          updateClasses,
          words({ patch: ['Düzeltme', 'Patch'], minor: ['Küçük', 'Minor'], major: ['Büyük', 'Major'] }),
        ),
      ),
    },
    baseRev: {
      type: 'integer',
      schema: label(
        'Hazırlandığı sürüm',
        'Prepared for',
      )(
        t.Integer({
          minimum: 0,
          description: 'Number of the live version, or rev of the extension, for which it was prepared.',
        }),
      ),
    },
    beforeHash: {
      type: 'text',
      schema: nullable(hashSchema()),
    },
    hash: {
      type: 'text',
      schema: nullable(hashSchema()),
    },
    report: { type: 'jsonb', schema: json(), shown: false, compared: false },
    state: { type: 'text', schema: updateState() },
    reason: {
      type: 'text',
      schema: label(
        'Engel',
        'Reason',
      )(
        nullable(
          oneOf(blockReasons, {
            ...words({
              design_invalid: ['Yeni tasarımda hatalar olurdu', 'The new design would have faults'],
              config_invalid: ['Ayarlar yeni sürüme uymuyor', 'The settings do not fit the new version'],
              not_ready: ['Yeni sürüm için eksik var', 'Something that the new version needs is missing'],
            }),
            description: 'What keeps it from being applied; `report` tells all of it.',
          }),
        ),
      ),
    },
    seq: {
      type: 'integer',
      schema: label(
        'Yayımlanan sürüm',
        'Published version',
      )(nullable(t.Integer({ description: 'Number of the version of the design that it was applied as.' }))),
      // The version itself is told of by the same call.
      compared: false,
    },
    ...times,
  },
});

export type UpdateRow = Row<typeof update>;

/** The state of an update on which nobody has decided. */
export const stateWaiting = ({ reason }: Pick<UpdateRow, 'reason'>): 'pending' | 'blocked' =>
  reason === null ? 'pending' : 'blocked';
