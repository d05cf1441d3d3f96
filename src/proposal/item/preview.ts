import { effectSchema, fieldChangeSchema } from '../../kernel/declaration/entity';
import { json, object, t, typeNamed } from '../../kernel/schema/schema';

export const previewSchema = typeNamed('RecordedPreview')(
  object({
    changes: t.Array(fieldChangeSchema),
    effects: t.Array(effectSchema),
    bumpsGeneration: t.Boolean(),
    irreversible: t.Optional(t.Boolean({ description: 'No command would take this call back.' })),
    result: json(),
    hash: t.String(),
  }),
);
