import {
  ArchiveIcon,
  AvatarIcon,
  BackpackIcon,
  BarChartIcon,
  CardStackMinusIcon,
  CheckboxIcon,
  CodeIcon,
  CounterClockwiseClockIcon,
  CubeIcon,
  EnvelopeClosedIcon,
  GearIcon,
  HomeIcon,
  IdCardIcon,
  ImageIcon,
  InputIcon,
  LayersIcon,
  ListBulletIcon,
  LockClosedIcon,
  MixIcon,
  Pencil2Icon,
  PersonIcon,
  ResetIcon,
  StackIcon,
  UploadIcon,
} from '@radix-ui/react-icons';
import type { ComponentType } from 'react';
import type { Texts } from '../text/tr';

/** A page that the navigation leads to. */
export interface Section {
  readonly path: string;
  readonly name: keyof Texts['nav'];
  readonly icon: ComponentType<{ width?: number; height?: number }>;
  /** The letter that leads to it behind `g`. */
  readonly letter?: string;
  /** Pages that belong to it and have addresses of their own. */
  readonly holds?: readonly string[];
}

const home: Section = { path: '/', name: 'home', icon: HomeIcon, letter: 'h' };
const orders: Section = { path: '/orders', name: 'orders', icon: ArchiveIcon, letter: 'o' };
const returns: Section = { path: '/returns', name: 'returns', icon: ResetIcon, letter: 'r' };
const customers: Section = { path: '/customers', name: 'customers', icon: AvatarIcon, letter: 'u' };
const reports: Section = { path: '/reports', name: 'reports', icon: BarChartIcon, letter: 'a' };
const products: Section = { path: '/products', name: 'products', icon: CubeIcon, letter: 'p' };
const catalogue: readonly Section[] = [
  { path: '/stock', name: 'stock', icon: StackIcon, letter: 's' },
  { path: '/categories', name: 'categories', icon: ListBulletIcon, letter: 'c' },
  { path: '/collections', name: 'collections', icon: LayersIcon, letter: 'l' },
  { path: '/media', name: 'media', icon: ImageIcon, letter: 'i' },
];
const marketplace: Section = {
  path: '/marketplace',
  name: 'marketplace',
  icon: BackpackIcon,
  letter: 'm',
  holds: ['/jobs'],
};
const design: Section = { path: '/design', name: 'design', icon: Pencil2Icon, letter: 'd' };
const proposals: Section = { path: '/proposals', name: 'proposals', icon: CheckboxIcon, letter: 'n' };

/** The sections of the shop's own things. */
export const shopSections: readonly Section[] = [
  home,
  orders,
  returns,
  customers,
  products,
  ...catalogue,
  design,
  marketplace,
  reports,
  proposals,
];

/** The sections that one opens now and then. */
export const settingsSections: readonly Section[] = [
  { path: '/settings/store', name: 'store', icon: IdCardIcon, letter: 'e' },
  { path: '/settings/extensions', name: 'extensions', icon: MixIcon },
  { path: '/settings/fields', name: 'fields', icon: InputIcon },
  { path: '/tokens', name: 'tokens', icon: LockClosedIcon },
  { path: '/workspaces', name: 'workspaces', icon: CodeIcon },
  { path: '/audit', name: 'audit', icon: CounterClockwiseClockIcon, letter: 't' },
  { path: '/mails', name: 'mails', icon: EnvelopeClosedIcon },
  { path: '/payments', name: 'payments', icon: CardStackMinusIcon },
  { path: '/uploads', name: 'uploads', icon: UploadIcon },
  { path: '/account', name: 'account', icon: PersonIcon },
];

/** The sections behind one tab of a phone: more than five tabs are too narrow for their names. */
export const furtherSections: readonly Section[] = [
  customers,
  reports,
  ...catalogue,
  design,
  marketplace,
  ...settingsSections,
];

export const tabSections: readonly Section[] = [
  home,
  { ...orders, holds: [returns.path] },
  products,
  proposals,
  {
    path: '/settings',
    name: 'settings',
    icon: GearIcon,
    holds: furtherSections.flatMap(({ path, holds = [] }) => [path, ...holds]),
  },
];

/** Whether a place is a page of the section, or one below it. */
export const isWithin = (location: string, { path, holds = [] }: Pick<Section, 'path' | 'holds'>): boolean =>
  [path, ...holds].some((each) => location === each || (each !== '/' && location.startsWith(`${each}/`)));

/** All pages that the navigation leads to. */
export const sections: readonly Section[] = [...shopSections, ...settingsSections];
