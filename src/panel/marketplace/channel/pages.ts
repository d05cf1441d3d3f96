import { ClaimsPage } from './claims';
import { FinancePage } from './finance';
import { HealthPage } from './health';
import { ListingsPage } from './listings';
import { OversoldPage } from './oversold';
import { PackagesPage } from './packages';
import type { ChannelPage } from './page';
import { QuestionsPage } from './questions';
import { SettingsPage } from './settings';
import { UnmappedPage } from './unmapped';
import { UnreadablePage } from './unreadable';

/** The pages of a marketplace, in the order in which they are led to. Each is a file of its own, as its texts are. */
export const channelPages: readonly ChannelPage[] = [
  { path: '', name: 'health', Page: HealthPage },
  { path: 'listings', name: 'listings', Page: ListingsPage, isKept: true },
  { path: 'packages', name: 'packages', Page: PackagesPage },
  { path: 'claims', name: 'claims', Page: ClaimsPage },
  { path: 'questions', name: 'questions', Page: QuestionsPage },
  { path: 'finance', name: 'finance', Page: FinancePage, isKept: true },
  { path: 'unmapped', name: 'unmapped', Page: UnmappedPage, waiting: ({ unmappedOrders }) => unmappedOrders },
  { path: 'oversold', name: 'oversold', Page: OversoldPage, waiting: ({ oversoldOrders }) => oversoldOrders },
  { path: 'unreadable', name: 'unreadable', Page: UnreadablePage, waiting: ({ unreadable }) => unreadable },
  { path: 'settings', name: 'settings', Page: SettingsPage },
];
