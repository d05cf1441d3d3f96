import { useQuery } from '@tanstack/react-query';
import type { Static } from 'typebox';
import type { Bundle } from '../../design/bundle/bundle';
import type { findingSchema } from '../../design/bundle/schema';
import type catalogGet from '../../design/design.catalog.get';
import type draftGet from '../../design/design.draft.get';
import type templatesList from '../../design/design.templates.list';
import type { sectionSchema } from '../../section/schema';
import type { presetSchema, variableSchema } from '../../skin/schema';
import type themesGet from '../../theme/themes.get';
import type themesList from '../../theme/themes.list';
import { client } from '../api/client';

export type Draft = Omit<Static<(typeof draftGet)['result']>, 'body'> & { readonly body: Bundle | null };
export type Section = Static<typeof sectionSchema>;
export type Catalog = Static<(typeof catalogGet)['result']>;
export type Template = Static<(typeof templatesList)['result']>['templates'][number];
export type Theme = Static<(typeof themesGet)['result']>;
export type ThemeCard = Static<(typeof themesList)['result']>['themes'][number];
export type ThemeVariable = Static<typeof variableSchema>;
export type Preset = Static<typeof presetSchema>;
export type Finding = Static<typeof findingSchema>;

export const DRAFT = '/v1/design/draft';
/** The draft that owners work on. */
export const MAIN = { workspace: 'main' } as const;

export const useDraft = () =>
  useQuery({
    queryKey: ['design', 'draft'],
    queryFn: ({ signal }) => client.get<Draft>(DRAFT, MAIN, signal),
  });

export const useCatalog = () =>
  useQuery({
    queryKey: ['design', 'catalog'],
    queryFn: ({ signal }) => client.get<Catalog>('/v1/design/catalog', MAIN, signal),
  });

export const useSections = () =>
  useQuery({
    queryKey: ['design', 'sections'],
    queryFn: ({ signal }) => client.get<{ readonly sections: readonly Section[] }>('/v1/sections/meta', {}, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });

export const useTemplates = () =>
  useQuery({
    queryKey: ['design', 'templates'],
    queryFn: ({ signal }) =>
      client.get<{ readonly templates: readonly Template[] }>('/v1/design/templates', {}, signal),
  });

export const useThemes = () =>
  useQuery({
    queryKey: ['design', 'themes'],
    queryFn: ({ signal }) => client.get<{ readonly themes: readonly ThemeCard[] }>('/v1/themes', MAIN, signal),
  });

/** The version of a theme that a design wears. */
export const useTheme = ({ key, version }: Bundle['theme']) =>
  useQuery({
    queryKey: ['design', 'theme', key, version],
    queryFn: ({ signal }) => client.get<Theme>(`/v1/themes/${encodeURIComponent(key)}`, { ...MAIN, version }, signal),
  });
