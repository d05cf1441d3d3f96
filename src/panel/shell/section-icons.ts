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
  MobileIcon,
  Pencil2Icon,
  PersonIcon,
  ResetIcon,
  ScissorsIcon,
  StackIcon,
  TokensIcon,
  UploadIcon,
} from '@radix-ui/react-icons';
import type { ComponentType } from 'react';
import type { Texts } from '../text/tr';

/** A section, as the texts of the navigation name it. */
export type SectionName = keyof Texts['nav'];

export type SectionIcon = ComponentType<{ width?: number; height?: number }>;

/** The icons of the sections in the navigation, by the names of the sections. */
export const sectionIcons: Readonly<Record<SectionName, SectionIcon>> = {
  account: PersonIcon,
  audit: CounterClockwiseClockIcon,
  categories: ListBulletIcon,
  collections: LayersIcon,
  coupons: ScissorsIcon,
  customers: AvatarIcon,
  design: Pencil2Icon,
  extensions: MixIcon,
  fields: InputIcon,
  home: HomeIcon,
  mails: EnvelopeClosedIcon,
  marketplace: BackpackIcon,
  media: ImageIcon,
  orders: ArchiveIcon,
  packages: TokensIcon,
  payments: CardStackMinusIcon,
  products: CubeIcon,
  proposals: CheckboxIcon,
  reports: BarChartIcon,
  returns: ResetIcon,
  settings: GearIcon,
  stock: StackIcon,
  store: IdCardIcon,
  telephone: MobileIcon,
  tokens: LockClosedIcon,
  uploads: UploadIcon,
  workspaces: CodeIcon,
};
