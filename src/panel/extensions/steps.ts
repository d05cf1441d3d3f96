import type { Extension } from '../api/types';
import type { Texts } from '../text/tr';

export type ExtensionState = 'enabled' | 'disabled' | 'absent' | 'unavailable';

/** The last word of the command that takes it. */
export type ExtensionStep = 'install' | 'upgrade' | 'enable' | 'disable' | 'uninstall';

export function stateOf({ available, installed }: Pick<Extension, 'available' | 'installed'>): ExtensionState {
  if (!available) return 'unavailable';
  if (!installed) return 'absent';
  return installed.enabled ? 'enabled' : 'disabled';
}

/**
 * Lists the steps that are open to an extension now. Where its provider is gone, it can be switched off and taken away. One that would
 * lack something afterwards is not upgraded, nor is anybody asked to consent to that.
 */
export function stepsOf({ available, installed, upgrade, blockedBy }: Extension): ExtensionStep[] {
  if (!installed) return ['install'];
  const first: ExtensionStep[] = upgrade && upgrade.blockedBy.length === 0 ? ['upgrade'] : [];
  if (installed.enabled) return [...first, 'disable'];
  return available && blockedBy.length === 0 ? [...first, 'enable', 'uninstall'] : [...first, 'uninstall'];
}

/** Names a missing thing as the extension does. */
export function blockerIn(blocker: string, { secrets, configSchema }: Extension, texts: Texts): string {
  const [kind = '', what = ''] = blocker.split(':');
  const whole = texts.extensions.blockers[kind];
  if (whole !== undefined) return whole;
  if (kind === 'missing_secret')
    return texts.extensions.missing(secrets.find(({ key }) => key === what)?.label[texts.language] ?? what);
  const [, , field = ''] = what.split('/');
  const { properties = {} } = configSchema as { properties?: Record<string, { 'x-label'?: Record<string, string> }> };
  return texts.extensions.missing(properties[field]?.['x-label']?.[texts.language] ?? field);
}
