import { readRoute } from '../kernel/declaration/route';
import { object, t } from '../kernel/schema/schema';
import { sectionSchema, sectionView } from './schema';
import { sections } from './sections';

export default readRoute({
  id: 'sections.meta.get',
  label: { tr: 'Bölüm türlerini oku', en: 'Read the types of sections' },
  http: 'GET /v1/sections/meta',
  summary:
    'Every type of sections: the schema of its props with hints for editors, its slots, and where and how often it may stand.',
  policy: 'read',
  scope: 'design:read',
  result: object({ sections: t.Array(sectionSchema) }),
  refuses: [],

  run: async () => ({ sections: sections.map(sectionView) }),
});
