/**
 * The Regulation on Distance Contracts (Mesafeli Sözleşmeler Yönetmeliği, RG 29188, as amended by RG 31932 and RG 32909), by the day from
 * which it holds.
 */
interface WithdrawalLaw {
  readonly since: string;
  /** Art. 9(1): from the delivery of the last parcel, or from the contract where nothing is shipped. */
  readonly withdrawalDays: number;
  /** Art. 13(1): the buyer sends the goods back. */
  readonly sendDays: number;
  /** Art. 12(1): the shop gives all back, from when the named carrier has the goods, or from the notice before they have left. */
  readonly refundDays: number;
}

const laws: readonly [WithdrawalLaw, ...WithdrawalLaw[]] = [
  { since: '2026-01-01T00:00:00+03:00', withdrawalDays: 14, sendDays: 10, refundDays: 14 },
];

/** The law that is in force at a moment. @param at ISO 8601 */
export const lawAt = (at: string): WithdrawalLaw =>
  laws.findLast(({ since }) => Date.parse(since) <= Date.parse(at)) ?? laws[0];

/** The place of appeal against a rejection (Law 6502, Art. 68 and 73/A). The Ministry publishes the limit of each year. */
export const RECOURSE =
  'Bu karara katılmıyorsanız, Ticaret Bakanlığınca her yıl belirlenen parasal sınıra kadar yerleşim yerinizdeki tüketici hakem heyetine; bu sınırın üzerinde, arabulucuya başvurduktan sonra tüketici mahkemesine başvurabilirsiniz.';
