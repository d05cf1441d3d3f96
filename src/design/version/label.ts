import { label, line, nullable, t } from '../../kernel/schema/schema';

/** The name that whoever publishes gives to a version. */
export const versionLabel = t.Optional(label('Ad', 'Label')(nullable(line(120))));
