import { help, label, t, unit } from '../../kernel/schema/schema';

interface RequestsTold {
  readonly default: number;
  readonly description: string;
  /** A sentence for the form, in Turkish and in English. */
  readonly help: readonly [string, string];
}

/** The setting of the requests that a marketplace may be asked in 10 seconds. */
export const requestsPer10Seconds = ({ default: most, description, help: [tr, en] }: RequestsTold) =>
  t.Optional(
    label(
      '10 saniyedeki istek',
      'Requests in 10 seconds',
    )(t.Integer({ minimum: 0, maximum: 1000, default: most, ...unit('count'), description, ...help(tr, en) })),
  );

/** The setting by which imports bring pictures. @param brings the default */
export const importedPictures = (brings: boolean) =>
  t.Optional(
    label(
      'Görselleri getir',
      'Bring pictures',
    )(
      t.Boolean({
        default: brings,
        description: 'Whether imports bring the pictures of new products; without them a shop shows its own.',
        ...help(
          'İçe aktarılan yeni ürünlere görselleri de eklenir.',
          'Imports bring the pictures of new products as well.',
        ),
      }),
    ),
  );
