import type { Command } from '../../kernel/declaration/command';
import { contentSchema, filesIn } from '../../kernel/declaration/content';
import { object, type Static, t } from '../../kernel/schema/schema';
import { imageTypes } from '../../media/image/signature';
import type { ItemRow } from '../view';

const { digest, size, type } = contentSchema.properties;

/** The files that an item brings. */
export const itemFilesSchema = t.Array(
  object({
    field: t.String({ description: 'Of the payload.' }),
    digest,
    size,
    type,
    picture: t.Boolean({ description: 'Its address shows it; any other file is saved.' }),
    url: t.String({
      description: 'A path on the address of the API that a browser opens without a credential, for an hour at least.',
    }),
  }),
  { description: 'For the owner: files that the call brought, in its order, as long as the item waits.' },
);

type Brought = Pick<ItemRow, 'objects' | 'payload'>;

const pictureTypes: ReadonlySet<string> = new Set(imageTypes);

/** The files that the call of an item brought, as far as they are shown and its item still names them. */
export const filesBrought = (command: Pick<Command, 'files'> | undefined, { objects, payload }: Brought) =>
  filesIn(command?.files ?? {}, payload)
    .filter(({ content }) => objects.includes(content.object))
    .map(({ field, content }) => ({ field, content, picture: pictureTypes.has(content.type) }));

/** @returns them as {@link itemFilesSchema} */
export const filesOfItem = (
  command: Pick<Command, 'files'> | undefined,
  storeId: string,
  item: Brought & Pick<ItemRow, 'id'>,
  sign: (path: string) => string,
): Static<typeof itemFilesSchema> =>
  filesBrought(command, item).map(({ field, content: { object, digest, size, type }, picture }) => ({
    field,
    digest,
    size,
    type,
    picture,
    url: sign(`/media/proposal/${storeId}/${object}/${item.id}`),
  }));
