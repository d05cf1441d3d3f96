import { readRoute } from '../kernel/declaration/route';
import { bothLanguages, object, t } from '../kernel/schema/schema';
import { templates, themeNameOf } from './template/templates';

export default readRoute({
  id: 'design.templates.list',
  label: { tr: 'Başlangıç tasarımlarını listele', en: 'List the starter templates' },
  http: 'GET /v1/design/templates',
  summary: 'Starter templates: each makes a whole design to begin with.',
  policy: 'read',
  scope: 'design:read',
  result: object({
    templates: t.Array(
      object({
        key: t.String(),
        label: bothLanguages,
        help: bothLanguages,
        theme: t.String({ description: 'Key of its theme.' }),
        themeName: t.String(),
      }),
    ),
  }),
  refuses: [],

  run: async () => ({
    templates: templates.map((template) => ({
      key: template.key,
      label: template.label,
      help: template.help,
      theme: template.theme,
      themeName: themeNameOf(template),
    })),
  }),
});
