const OWN_PATH = /^\/(?![/\\])[^\s\\"'<>`]*$/;
const HTTPS = /^https:\/\/[^\s\\"'<>`/?#@]+(?:[/?#][^\s\\"'<>`]*)?$/;
const MAIL = /^mailto:[^\s\\"'<>`?&:@]+@[^\s\\"'<>`?&:@]+$/;
const TELEPHONE = /^tel:\+?[0-9() -]{3,20}$/;

/** Characters that turn or hide what stands beside them. */
const HIDDEN = /[\p{Cc}\p{Cf}\u2028\u2029]/u;

/** True of an own path, `https:`, `mailto:` and `tel:`. The printer of a link asks this once more. */
export function isSafeAddress(address: string): boolean {
  if (HIDDEN.test(address)) return false;
  if (OWN_PATH.test(address) || MAIL.test(address) || TELEPHONE.test(address)) return true;
  return HTTPS.test(address) && URL.canParse(address);
}
