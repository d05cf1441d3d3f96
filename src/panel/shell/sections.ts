import { type Role, reaches } from '../../kernel/declaration/roles';
import type { Texts } from '../text/tr';

/** A section, as the texts of the navigation name it. */
export type SectionName = keyof Texts['nav'];

/** A page that the navigation leads to. */
export interface Section {
  readonly path: string;
  readonly name: SectionName;
  /** The letter that leads to it behind `g`. */
  readonly letter?: string;
  /** The least role of a person who is led there. @default manager */
  readonly role?: Role;
  /** Pages that belong to it and have addresses of their own. */
  readonly holds?: readonly string[];
  /** Sections that stand below it in the side bar. */
  readonly within?: readonly Section[];
}

const home: Section = { path: '/', name: 'home', letter: 'h' };
const returns: Section = { path: '/returns', name: 'returns', letter: 'r' };
const telephone: Section = { path: '/orders/telephone', name: 'telephone', letter: 'f' };
const customers: Section = { path: '/customers', name: 'customers', letter: 'u' };
const packages: Section = { path: '/orders/packages', name: 'packages', role: 'packer' };
const payments: Section = { path: '/payments', name: 'payments' };
const orders: Section = {
  path: '/orders',
  name: 'orders',
  letter: 'o',
  role: 'packer',
  within: [packages, telephone, returns, customers, payments],
};
const catalogue: readonly Section[] = [
  { path: '/stock', name: 'stock', letter: 's' },
  { path: '/categories', name: 'categories', letter: 'c' },
  { path: '/collections', name: 'collections', letter: 'l' },
  { path: '/coupons', name: 'coupons', letter: 'k' },
  { path: '/media', name: 'media', letter: 'i' },
  { path: '/uploads', name: 'uploads' },
];
const products: Section = { path: '/products', name: 'products', letter: 'p', within: catalogue };
const marketplace: Section = {
  path: '/marketplace',
  name: 'marketplace',
  letter: 'm',
  holds: ['/jobs'],
};
const design: Section = { path: '/design', name: 'design', letter: 'd' };
const reports: Section = { path: '/reports', name: 'reports', letter: 'a' };
const proposals: Section = { path: '/proposals', name: 'proposals', letter: 'n', role: 'packer' };

/** The sections that one opens now and then. */
const settingsSections: readonly Section[] = [
  { path: '/settings/store', name: 'store', letter: 'e', role: 'owner' },
  { path: '/settings/legal', name: 'legal', role: 'owner' },
  { path: '/settings/extensions', name: 'extensions', role: 'owner' },
  { path: '/settings/fields', name: 'fields', role: 'owner' },
  { path: '/tokens', name: 'tokens', role: 'owner' },
  { path: '/workspaces', name: 'workspaces', role: 'owner' },
  { path: '/audit', name: 'audit', letter: 't', role: 'owner' },
  { path: '/mails', name: 'mails' },
  { path: '/account', name: 'account', role: 'packer' },
];
const settings: Section = {
  path: '/settings',
  name: 'settings',
  role: 'packer',
  within: settingsSections,
};

/** The side bar: eight entries, those with pages below them as groups. */
const barSections: readonly Section[] = [home, orders, products, marketplace, design, reports, proposals, settings];

/** The sections behind one tab of a phone: more than five tabs are too narrow for their names. */
const furtherSections: readonly Section[] = [
  packages,
  customers,
  reports,
  ...catalogue,
  design,
  marketplace,
  payments,
  ...settingsSections,
];

const tabSections: readonly Section[] = [
  home,
  { ...orders, holds: [returns.path] },
  products,
  proposals,
  { ...settings, holds: furtherSections.flatMap(({ path, holds = [] }) => [path, ...holds]) },
];

/** Whether a place is a page of the section, or one below it. */
export const isWithin = (location: string, { path, holds = [] }: Pick<Section, 'path' | 'holds'>): boolean =>
  [path, ...holds].some((each) => location === each || (each !== '/' && location.startsWith(`${each}/`)));

/** The sections and those below them. */
const withParts = (all: readonly Section[]): readonly Section[] =>
  all.flatMap((section) => [section, ...withParts(section.within ?? [])]);

const isOpen = (role: Role, section: Section): boolean => reaches(role, section.role ?? 'manager');

/** Leaves the sections to which a role leads. */
const openAmong = (role: Role, all: readonly Section[]): readonly Section[] =>
  all
    .filter((section) => isOpen(role, section))
    .map((section) => ({ ...section, within: openAmong(role, section.within ?? []) }));

/** The sections to which the navigation leads a person, by the role in the store. */
export function sectionsFor(role: Role) {
  const bar = openAmong(role, barSections);
  return {
    bar,
    further: openAmong(role, furtherSections),
    tabs: openAmong(role, tabSections),
    all: withParts(bar),
  };
}

/** Tells whether a page is closed to persons of this role. */
export const isClosed = (role: Role, location: string): boolean =>
  withParts(barSections).some((section) => !isOpen(role, section) && isWithin(location, section));

const PACKAGES_OF = /^\/marketplace\/([^/]+)\/packages$/;

/** The page that persons of lower roles have in the place of one that is closed to them, if there is any. */
export function openInstead(location: string): string | null {
  if (location === home.path) return orders.path;
  const [, marketplace] = PACKAGES_OF.exec(location) ?? [];
  return marketplace === undefined ? null : `${packages.path}?channel=${marketplace}`;
}
