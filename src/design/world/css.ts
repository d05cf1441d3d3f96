import type { Claimant } from '../../kernel/trial/turns';
import { limits } from '../../kit/limits';
import { gatedApart } from '../../skin/css/apart';
import { faultTold } from '../../skin/css/fault';
import type { Bundle } from '../bundle/bundle';
import type { Finding } from '../bundle/finding';

/** Faults of the style sheet that a design brings. @param caller one that asks for many waits for itself */
export async function cssFindings({ customCss = '' }: Bundle, caller: Claimant): Promise<Finding[]> {
  if (customCss === '') return [];
  const { faults } = await gatedApart(customCss, limits.customCssBytes, caller);
  return faults.map((fault) => ({
    pointer: '/customCss',
    code: fault.code,
    ...faultTold(fault, limits.customCssBytes),
  }));
}
