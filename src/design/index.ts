import type { Noun } from '../noun';
import catalogGet from './design.catalog.get';
import templatesList from './design.templates.list';

export default {
  capabilities: [templatesList, catalogGet],
} satisfies Noun;
