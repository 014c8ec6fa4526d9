import { offerProducts, type OfferProduct } from '@tianping/contract/consents/facts'
import type { Category } from '@tianping/contract/games/facts'
import { say } from '@tianping/contract/refusals'
import type { Db } from '@tianping/database'
import { Refusal } from '../../../kernel/http/refusal.ts'
import { protectionSetting } from '../../protection/protection.ts'
import type { ActivityRule } from '../rule.ts'

/** What offers call a category. */
export const productOf: Readonly<Record<Category, OfferProduct>> = {
  realbet: 'casino',
  joker: 'casino',
  concise: 'casino',
  sport: 'betting',
  gaming: 'betting',
  lottery: 'lottery',
}

/** The products that an activity's conditions name; none where any product counts. */
export const productsOf = ({ conditions }: Pick<ActivityRule, 'conditions'>): OfferProduct[] => [
  ...new Set(
    conditions.flatMap(each =>
      'category' in each && each.category ? [productOf[each.category]] : [],
    ),
  ),
]

/** Refuses what the site's protection does not allow in a rule. */
export async function refuseRule(db: Db, rule: ActivityRule): Promise<void> {
  const { oneProduct, noStreaks } = await protectionSetting(db)
  const products = productsOf(rule)
  if (oneProduct && products.length > 1)
    throw new Refusal(
      say('activity.mixed_products', {
        products: products.map(product => offerProducts[product]).join('、'),
      }),
      { field: 'conditions' },
    )
  if (noStreaks && rule.bonus.kind === 'by_streak')
    throw new Refusal(say('activity.streaks'), { field: 'bonus' })
}
