import {
  BackpackIcon,
  CheckboxIcon,
  CounterClockwiseClockIcon,
  CubeIcon,
  EnvelopeClosedIcon,
  GearIcon,
  HomeIcon,
  IdCardIcon,
  ImageIcon,
  InputIcon,
  LayersIcon,
  LockClosedIcon,
  MixIcon,
  PersonIcon,
  UploadIcon,
} from '@radix-ui/react-icons';
import type { ComponentType } from 'react';
import type { Texts } from '../text/tr';

/** A page that the navigation leads to. */
export interface Section {
  readonly path: string;
  readonly name: keyof Texts['nav'];
  readonly icon: ComponentType<{ width?: number; height?: number }>;
  /** Pages that belong to it and have addresses of their own. */
  readonly holds?: readonly string[];
}

/** What a shop is about. */
export const shopSections: readonly Section[] = [
  { path: '/', name: 'home', icon: HomeIcon },
  { path: '/products', name: 'products', icon: CubeIcon },
  { path: '/marketplace', name: 'marketplace', icon: BackpackIcon, holds: ['/jobs'] },
  { path: '/proposals', name: 'proposals', icon: CheckboxIcon },
];

/** What is looked at now and then. On a phone one tab leads to all of them. */
export const settingsSections: readonly Section[] = [
  { path: '/collections', name: 'collections', icon: LayersIcon },
  { path: '/media', name: 'media', icon: ImageIcon },
  { path: '/settings/store', name: 'store', icon: IdCardIcon },
  { path: '/settings/extensions', name: 'extensions', icon: MixIcon },
  { path: '/settings/fields', name: 'fields', icon: InputIcon },
  { path: '/tokens', name: 'tokens', icon: LockClosedIcon },
  { path: '/audit', name: 'audit', icon: CounterClockwiseClockIcon },
  { path: '/mails', name: 'mails', icon: EnvelopeClosedIcon },
  { path: '/uploads', name: 'uploads', icon: UploadIcon },
  { path: '/account', name: 'account', icon: PersonIcon },
];

/** The tabs of a phone: more than five are too narrow for their names. */
export const tabSections: readonly Section[] = [
  ...shopSections,
  { path: '/settings', name: 'settings', icon: GearIcon, holds: settingsSections.map(({ path }) => path) },
];

/** Whether a place is a page of the section, or one below it. */
export const isWithin = (location: string, { path, holds = [] }: Pick<Section, 'path' | 'holds'>): boolean =>
  [path, ...holds].some((each) => location === each || (each !== '/' && location.startsWith(`${each}/`)));
