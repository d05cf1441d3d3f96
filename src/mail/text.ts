import { type Role, roleWords } from '../kernel/declaration/roles';
import { withSigns } from '../kernel/schema/visible';

/*
 * Mails that tell owners of proposals. What an agent says in them stands below the link that counts, is marked as the agent's, and
 * leads nowhere: mail programs make links of whatever looks like one.
 */

export interface MailText {
  readonly subject: string;
  readonly text: string;
}

const LABEL_LENGTH_MAX = 60;
const NOTE_LENGTH_MAX = 500;

/** Stands in a mail with a link as it is kept, and gives way to the link where it is sent. */
export const LINK_PLACE = '(bağlantı yalnızca gönderilen e-postada yazar)';

export const invitationMail = ({ storeName, role }: { readonly storeName: string; readonly role: Role }): MailText => ({
  subject: `Mağazaya davet: ${inOneLine(storeName)}`,
  text: `“${inOneLine(storeName)}” mağazasına davet edildiniz. Rolünüz: ${roleWords[role][0]}.

Parolanızı belirleyin ve katılın: ${LINK_PLACE}

Bağlantı yedi gün geçerlidir ve bir kez kullanılır. Bu daveti beklemiyorsanız bu e-postayı silin.
`,
});

export const passwordLinkMail = (): MailText => ({
  subject: 'Yeni parolanızı belirleyin',
  text: `Mağaza paneliniz için yeni bir parola istendi.

Yeni parolanızı belirleyin: ${LINK_PLACE}

Bağlantı 15 dakika geçerlidir ve bir kez kullanılır. Parolanız değişince açık oturumlarınızın hepsi sona erer. Bunu siz istemediyseniz bu e-postayı silin: parolanız olduğu gibi kalır.
`,
});

/**
 * @param passkeys names of those that a login keeps @param link to the page that removes them
 * @param factorEnded the link has ended the second step as well
 */
export const passwordRenewedMail = ({
  passkeys,
  factorEnded,
  link,
}: {
  readonly passkeys: readonly string[];
  readonly factorEnded: boolean;
  readonly link: string;
}): MailText => ({
  subject: 'Parolanız yenilendi',
  text: `Mağaza panelinizin parolası bir bağlantıyla yenilendi. Açık oturumların hepsi sona erdi.
${
  factorEnded
    ? `
İki adımlı giriş de kapandı: doğrulayıcı, geçiş anahtarları ve kurtarma kodları artık geçmez.
`
    : ''
}${
  passkeys.length === 0
    ? ''
    : `
Hesabınızda kalan geçiş anahtarları:
${passkeys.map((name) => `- “${inOneLine(name)}”`).join('\n')}

Her biri, yeni parolanızla birlikte bir kez kullanılana kadar tek başına giriş açmaz. Tanımadığınızı kaldırın: ${link}
`
}
Parolayı siz yenilemediyseniz hemen yeni bir parola isteyin.
`,
});

/** @param device the browser, by its own words @param at ISO 8601 @param link to the list of sessions */
export const newBrowserMail = ({ device, at, link }: Readonly<Record<'device' | 'at' | 'link', string>>): MailText => ({
  subject: 'Hesabınıza yeni bir tarayıcıdan girildi',
  text: `Mağaza panelinize daha önce kullanılmayan bir tarayıcıdan, parolanızla girildi.

Zaman: ${at}
Tarayıcının kendi adı: “${inOneLine(device)}”

Giren sizseniz yapmanız gereken bir şey yok. Siz değilseniz parolanızı değiştirin; bütün oturumlar sona erer: ${link}
`,
});

const waysChanged = {
  passkeyAdded: ['Hesabınıza geçiş anahtarı eklendi', 'Mağaza panelinizdeki hesabınıza bir geçiş anahtarı eklendi.'],
  passkeyRemoved: [
    'Hesabınızdan geçiş anahtarı kaldırıldı',
    'Mağaza panelinizdeki hesabınızdan bir geçiş anahtarı kaldırıldı.',
  ],
  authenticatorAdded: ['Hesabınıza doğrulayıcı eklendi', 'Mağaza panelinizdeki hesabınıza bir doğrulayıcı eklendi.'],
  authenticatorRemoved: [
    'Hesabınızdan doğrulayıcı kaldırıldı',
    'Mağaza panelinizdeki hesabınızdan doğrulayıcı kaldırıldı.',
  ],
  recoveryCodesRenewed: [
    'Kurtarma kodlarınız yenilendi',
    'Mağaza panelinizdeki hesabınız için yeni kurtarma kodları üretildi. Önceki kodlar artık geçmez.',
  ],
  recoveryCodeUsed: [
    'Bir kurtarma kodunuz kullanıldı',
    'Mağaza panelinizde parolanızın yanında bir kurtarma kodunuz kullanıldı. Bu kod bir daha geçmez.',
  ],
  passwordChanged: [
    'Parolanız değiştirildi',
    'Mağaza panelinizin parolası değiştirildi. Öteki oturumların hepsi sona erdi.',
  ],
} as const;

const secondSteps = {
  on: 'İki adımlı giriş açıldı: parola artık tek başına giriş açmaz. Yeni kurtarma kodları üretildi.',
  off: 'İki adımlı giriş kapandı: parola artık tek başına giriş açar.',
} as const;

/** A change of what opens an account. */
export interface WayChange {
  readonly what: keyof typeof waysChanged;
  /** The name of a passkey, in its owner's words. */
  readonly name?: string;
  /** The change has turned the second step on or off; undefined: it is as it was. */
  readonly secondStep?: keyof typeof secondSteps | undefined;
  /** Recovery codes that are left, where one was used. */
  readonly codesLeft?: number;
}

interface WayChangeMail extends WayChange {
  /** The browser, by its own words. */
  readonly device: string;
  /** A moment, as people read it. */
  readonly at: string;
  /** The pages that renew a password, and that show what opens the account. */
  readonly pages: Readonly<Record<'forgot' | 'account', string>>;
}

/** Tells a person that another thing opens the account now, and how to get back in if somebody else did it. */
export function wayChangeMail({ what, name, secondStep, codesLeft, device, at, pages }: WayChangeMail): MailText {
  const [subject, said] = waysChanged[what];
  const facts = [
    ...(name === undefined ? [] : [`Geçiş anahtarının adı: “${inOneLine(name)}”`]),
    ...(codesLeft === undefined ? [] : [`Kalan kurtarma kodu: ${codesLeft}`]),
    `Zaman: ${at}`,
    `Tarayıcının kendi adı: “${inOneLine(device)}”`,
  ];
  return {
    subject,
    text: `${secondStep ? `${said}\n\n${secondSteps[secondStep]}` : said}

${facts.join('\n')}

Bunu siz yaptıysanız yapmanız gereken bir şey yok. Siz yapmadıysanız hemen yeni bir parola isteyin; bütün oturumlar sona erer: ${pages.forgot}
Girince tanımadığınız geçiş anahtarını ve doğrulayıcıyı kaldırın, kurtarma kodlarını yenileyin: ${pages.account}
İkinci adımı geçemiyorsanız kurulumu yöneten kişi size bir giriş bağlantısı verebilir (tezgah owners reset --second-factor).
`,
  };
}

export function submissionMail(proposal: {
  readonly label: string;
  readonly items: number;
  readonly note: string | null;
  readonly link: string;
}): MailText {
  const { items, note, link } = proposal;
  return {
    subject: `Onayınızı bekleyen ${items} değişiklik: ${inOneLine(proposal.label)}`,
    text: `Mağazanız için önerilen ${items} değişiklik onayınızı bekliyor.

İnceleyin ve karar verin: ${link}

Öneren erişim anahtarı: “${inOneLine(proposal.label)}”
${note ? `\nÖnerenin notu (kendi sözleri; içindeki adresler bozularak yazıldı):\n${quoted(note)}\n` : ''}`,
  };
}

/** @param waiting newest first; all of them are counted in `total` */
export function digestMail(digest: {
  readonly label: string;
  readonly total: number;
  readonly waiting: readonly { readonly items: number; readonly link: string }[];
  readonly inbox: string;
}): MailText {
  const { total, waiting, inbox } = digest;
  const rest = total - waiting.length;
  const lines = waiting.map(({ items, link }) => `- ${items} değişiklik: ${link}`);
  return {
    subject: `Onayınızı bekleyen ${total} öneri: ${inOneLine(digest.label)}`,
    text: `Mağazanız için ${total} öneri onayınızı bekliyor. Sık öneri geldiği için bunlar tek e-postada toplandı.

${[...lines, ...(rest > 0 ? [`- ve ${rest} öneri daha`] : [])].join('\n')}

Hepsi: ${inbox}

Öneren erişim anahtarı: “${inOneLine(digest.label)}”
`,
  };
}

/** A label within a header or a sentence. */
const inOneLine = (label: string): string =>
  inert(
    shortened(
      withSigns(label, () => ' '),
      LABEL_LENGTH_MAX,
    ),
  );

function quoted(note: string): string {
  const readable = withSigns(note.replaceAll('\r\n', '\n'), (sign) => (sign === '\n' ? '\n' : ' '));
  const shown = shortened(readable, NOTE_LENGTH_MAX);
  const lines = inert(shown)
    .split('\n')
    .map((line) => `| ${line}`);
  return shown === readable ? lines.join('\n') : [...lines, '| (devamı panelde)'].join('\n');
}

function shortened(text: string, lengthMax: number): string {
  const characters = [...text];
  return characters.length <= lengthMax ? text : `${characters.slice(0, lengthMax).join('')}…`;
}

/** Breaks what a mail program would make a link of: `https[:]//evil[.]example`. */
const inert = (text: string): string =>
  text
    .replaceAll(/(?<=[a-z][a-z0-9+.-]*):(?=\S)/gi, '[:]')
    .replaceAll(/(?<=\S)[.。．｡](?=[\p{L}\p{N}])/gu, '[.]')
    .replaceAll('@', '[@]');
