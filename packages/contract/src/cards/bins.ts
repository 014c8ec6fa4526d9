// Which bank a debit card number is of, by its first digits. Well-known ranges only, as banks have
// published them: a number that is not here belongs to a bank all the same.

/** Banks by the name that their full names contain, with the first digits of their debit cards. */
const prefixes: Readonly<Record<string, string>> = {
  工商银行: '622200 622202 622203 622208 621225 621226 621281 955880',
  农业银行: '622845 622846 622848 622849 621282 623052',
  中国银行: '621660 621661 621663 621665 621667 621668 621669 621785 621786 621787 456351 601382',
  建设银行: '621700 622700 622280 436742 589970 623668',
  交通银行: '622258 622259 622260 622261 622262 621436 405512 601428',
  邮政储蓄银行: '622188 622150 622151 621095 621096 621098 621285 621797 621799 620062',
  招商银行: '622575 622588 622609 621286 621483 621485 621486 410062 468203 690755',
  中信银行: '622690 622691 622692 622696 622698 621767 621768 621770 621771 621773 433670 433680',
  光大银行: '622660 622661 622662 622663 622664 622665 622666 622668 622669 621489 621492 620535',
  民生银行: '622615 622616 622617 622618 622619 622620 622622 621691 415599 421393 427570 472067',
  兴业银行: '622908 622909 438588 438589 966666 486493',
  浦发银行: '622516 622517 622518 622521 622522 622523 621791 621792 621793 621795 621796',
  平安银行: '622155 622156 622298 622986 622989 621626 623058 627066',
  广发银行: '622568 621462 685800',
  华夏银行: '622630 622631 622632 622633 622636 622637 622638 621222 623020 623021',
  北京银行: '622163 602969 621420',
}
const LENGTH = 6

const bankOf = new Map(
  Object.entries(prefixes).flatMap(([bank, all]) =>
    all.split(' ').map(prefix => [prefix, bank] as const),
  ),
)

/** The bank of a card number among those that can be chosen; undefined for none that is known. */
export function bankOfNumber(number: string, banks: readonly string[]): string | undefined {
  const plain = number.replace(/\s/g, '')
  const name = /^\d+$/.test(plain) ? bankOf.get(plain.slice(0, LENGTH)) : undefined
  return name && banks.find(bank => bank.includes(name))
}
