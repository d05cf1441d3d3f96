import type { Words } from '../../kernel/schema/schema';
import type { FixedPageKind, GroupName } from '../../kit/page-kinds';

export const variableTypes = ['color', 'length', 'font', 'number', 'enum', 'image', 'bool'] as const;
export type VariableType = (typeof variableTypes)[number];

export type VariableValue = string | number | boolean;

export interface VariableOption {
  readonly value: string;
  readonly label: Words;
  /** The CSS of the choice. @default the value */
  readonly css?: string;
}

/** A setting of a theme. It is the custom property `--tz-{name}`, and that of a token where it has its name. */
export interface ThemeVariable {
  readonly name: string;
  readonly type: VariableType;
  /** CSS of a colour (`#rrggbb`) or a length (`12px`); a font's or an option's identifier; a number; a switch; '' of no picture. */
  readonly default: VariableValue;
  /** Numbers have bounds, and lengths in their unit. */
  readonly min?: number;
  readonly max?: number;
  readonly options?: readonly VariableOption[];
  readonly label: Words;
  readonly group: 'colors' | 'type' | 'shape' | 'layout';
}

/** Values of variables that go together, under a name. */
export interface Preset {
  readonly key: string;
  readonly label: Words;
  /** Variables that it names; the others keep the theme's own. */
  readonly variables: Readonly<Record<string, VariableValue>>;
}

/** A node of a skeleton. Keys are stable: a body remembers where its nodes came from. */
export interface SkeletonNode {
  readonly type: string;
  readonly props: Readonly<Record<string, unknown>>;
  readonly slots?: Readonly<Record<string, readonly string[]>>;
}

/** The layout with which a theme comes. */
export interface Skeleton {
  readonly pages: Readonly<Record<FixedPageKind, readonly string[]>>;
  readonly groups: Readonly<Record<GroupName, readonly string[]>>;
  readonly nodes: Readonly<Record<string, SkeletonNode>>;
}

/** A setting of a platform's section under a name of its own. */
export interface ThemeSection {
  readonly key: string;
  readonly label: Words;
  readonly type: string;
  readonly props: Readonly<Record<string, unknown>>;
}

/** A declared change from the version before; pointers are those of a body, `*` stands for each key. */
export type MigrationStep =
  | { readonly do: 'rename' | 'move' | 'copy'; readonly from: string; readonly to: string }
  | { readonly do: 'mapValues'; readonly at: string; readonly values: Readonly<Record<string, VariableValue>> }
  | { readonly do: 'setDefault'; readonly at: string; readonly value: VariableValue }
  | { readonly do: 'remove'; readonly at: string };

export interface Manifest {
  readonly key: string;
  readonly name: string;
  readonly version: string;
  readonly description: Words;
  readonly requires: { readonly kit: string };
  /** Pairs of variables or tokens whose contrast has to be kept. */
  readonly contrast: readonly { readonly fg: string; readonly bg: string; readonly min: number }[];
  /** Steps to a version from the one before it. */
  readonly migrations: readonly { readonly to: string; readonly steps: readonly MigrationStep[] }[];
}

/** A version of a theme. It never changes, and has no content of a shop. */
export interface Pack {
  readonly manifest: Manifest;
  readonly css: string;
  readonly variables: readonly ThemeVariable[];
  readonly presets: readonly Preset[];
  readonly skeleton: Skeleton;
  readonly sections: readonly ThemeSection[];
}
