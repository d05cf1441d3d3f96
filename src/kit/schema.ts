import { bothLanguages, object, oneOf, t } from '../kernel/schema/schema';
import { pageKinds } from './page-kinds';

const names = t.Array(t.String());

export const elementSchema = object({
  id: t.String({ description: 'Value of `data-el`.' }),
  parts: t.Array(t.String(), { description: 'Values of `data-part` inside.' }),
  axes: t.Record(t.String(), names, { description: 'Values of `data-axis-{name}`; the first is the usual one.' }),
  states: t.Array(t.String(), { description: 'Pseudo-classes that a skin may dress.' }),
  slots: names,
  required: t.Boolean({ description: 'No skin may hide it.' }),
});

export const tokenSchema = object({
  name: t.String({ description: 'It is the custom property `--tz-{name}`.' }),
  type: oneOf(['color', 'length', 'number', 'font', 'shadow']),
  default: t.String(),
  label: bothLanguages,
});

export const zoneSchema = object({
  id: t.String(),
  label: bothLanguages,
  pageKinds: t.Array(oneOf(pageKinds)),
  max: t.Integer({ description: 'Blocks that it holds.' }),
});

export const aliasSchema = object({
  to: t.String(),
  since: t.String({ description: 'The version that renamed it.' }),
  removedIn: t.String({ description: 'The version that no longer knows the old name.' }),
});
