import type { Words } from '../../kernel/schema/schema';
import { sade100 } from '../first-party/sade/versions';
import type { Manifest, Pack, Preset, Skeleton, ThemeSection, ThemeVariable } from '../pack/pack';
import { type SentPackage, USUAL_KIT } from './form';

const groups: Readonly<Record<ThemeVariable['type'], ThemeVariable['group']>> = {
  color: 'colors',
  font: 'type',
  length: 'layout',
  number: 'layout',
  enum: 'shape',
  image: 'layout',
  bool: 'layout',
};

const sameWords = (name: string): Words => ({ tr: name, en: name });

type Loose<T extends { readonly label: Words }> = Omit<T, 'label'> & { readonly label?: Words };

/** A pack of what a caller has sent, with what it leaves out. It is asked of packages whose form has no fault. */
export function packOf(sent: SentPackage): Pack {
  const manifest = sent.manifest as Pick<Manifest, 'key' | 'name' | 'version'> & Partial<Manifest>;
  return {
    manifest: {
      ...manifest,
      description: manifest.description ?? sameWords(manifest.name),
      requires: manifest.requires ?? { kit: USUAL_KIT },
      contrast: manifest.contrast ?? [],
      migrations: manifest.migrations ?? [],
    },
    css: sent.css,
    variables: ((sent.variables ?? []) as readonly (Partial<ThemeVariable> & ThemeVariable)[]).map((variable) => ({
      ...variable,
      label: variable.label ?? sameWords(variable.name),
      group: variable.group ?? groups[variable.type],
      ...(variable.options
        ? { options: variable.options.map((option) => ({ ...option, label: option.label ?? sameWords(option.value) })) }
        : {}),
    })),
    presets: ((sent.presets ?? []) as readonly Loose<Preset>[]).map((preset) => ({
      ...preset,
      label: preset.label ?? sameWords(preset.key),
    })),
    skeleton: (sent.skeleton as Skeleton | undefined) ?? sade100.skeleton,
    sections: ((sent.sections ?? []) as readonly Loose<ThemeSection>[]).map((section) => ({
      ...section,
      label: section.label ?? sameWords(section.key),
    })),
  };
}
