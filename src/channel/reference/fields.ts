import { label, pageQuery, searchedName, t, time } from '../../kernel/schema/schema';

/** An id, as the marketplace writes it. */
const remoteId = t.String({ pattern: '^[A-Za-z0-9_.-]{1,64}$' });

export const categoryId = label('Kategori numarası', 'Category id')(remoteId);
export const attributeId = label('Özellik numarası', 'Attribute id')(remoteId);

/** The query that all look-ups have. */
export const lookedUp = {
  refresh: t.Optional(
    t.Boolean({ default: false, description: 'True: the marketplace is asked, also when it was within a day.' }),
  ),
};

export const searched = (field: string) => ({ ...pageQuery, search: t.Optional(searchedName(field)), ...lookedUp });

export const total = t.Integer({ description: 'Matches on all pages.' });

export const asOf = time({
  description: 'When the marketplace said so: an earlier answer is given where it does not answer now.',
});
