import type { Bundle } from '../../design/bundle/bundle';
import { installedManifestOf } from '../../extension/provider/providers';
import type { TSchema, Words } from '../../kernel/schema/schema';
import { schemaErrors } from '../../kernel/schema/validation';
import type { View } from '../../kit/view/node';
import { configForm } from '../../section/value/config';
import { EXTENSIONS } from './asks';
import type { Shown } from './shown';

/** A value of a configuration as it is drawn, with what its field says of it. */
export interface ViewValue {
  readonly value: unknown;
  readonly unit?: string | undefined;
}

/** A block or a page of an extension, as it is drawn. */
export interface ExtensionPart {
  readonly label: Words;
  readonly view: View;
  /** Values of its fields, by their names. One that is not there has no entry. */
  readonly values: ReadonlyMap<string, ViewValue>;
  readonly title?: string | undefined;
}

interface ConfiguredPart {
  readonly extension: string;
  readonly config: Readonly<Record<string, unknown>>;
}

/** Blocks and pages of the extensions that are enabled in the moment of the page. Of all others there are none. */
export class Extensions {
  private readonly versions: ReadonlyMap<string, string>;

  constructor(
    private readonly bundle: Pick<Bundle, 'zones' | 'extPages'>,
    shown: Shown,
  ) {
    this.versions = new Map(
      shown.all<{ readonly version: string }>(EXTENSIONS).map(({ key, value }) => [key, value.version]),
    );
  }

  blocksIn(zone: string): readonly (ExtensionPart & { readonly id: string })[] {
    const blocks = Object.hasOwn(this.bundle.zones, zone) ? (this.bundle.zones[zone] ?? []) : [];
    return blocks.flatMap(({ id, block, ...named }) => {
      const declared = this.manifestOf(named)?.blocks?.find(({ key }) => key === block);
      const isHere = declared?.zones?.includes(zone) ?? true;
      return declared?.view && isHere ? [{ id, ...partOf(declared, declared.view, named) }] : [];
    });
  }

  pageAt(slug: string): ExtensionPart | undefined {
    const page = Object.hasOwn(this.bundle.extPages, slug) ? this.bundle.extPages[slug] : undefined;
    const declared = page && this.manifestOf(page)?.pages?.find(({ key }) => key === page.page);
    return declared?.view
      ? { ...partOf(declared, declared.view, page as ConfiguredPart), title: declared.title }
      : undefined;
  }

  /** Addresses of pages that are there. */
  get slugs(): readonly string[] {
    return Object.keys(this.bundle.extPages).filter((slug) => this.pageAt(slug));
  }

  private manifestOf({ extension: key }: ConfiguredPart) {
    const version = this.versions.get(key);
    return version === undefined ? undefined : installedManifestOf({ key, version });
  }
}

type Declared = Pick<ExtensionPart, 'label'> & { readonly fields?: Parameters<typeof configForm>[0] };

const partOf = ({ label, fields }: Declared, view: View, { config }: ConfiguredPart): ExtensionPart => ({
  label,
  view,
  values: valuesOf(configForm(fields).properties, config),
});

/** Values that fit their fields: a draft may hold more, and an upgrade may have left some behind. */
function valuesOf(
  fields: Readonly<Record<string, TSchema>>,
  config: ConfiguredPart['config'],
): ExtensionPart['values'] {
  return new Map(
    Object.entries(fields).flatMap(([name, field]) => {
      const { default: usual, 'x-unit': unit } = field as { readonly default?: unknown; readonly 'x-unit'?: string };
      const stated = Object.hasOwn(config, name) && schemaErrors(field, config[name]).length === 0;
      const value = stated ? config[name] : usual;
      return value === undefined || value === '' ? [] : [[name, { value, unit }] as const];
    }),
  );
}
