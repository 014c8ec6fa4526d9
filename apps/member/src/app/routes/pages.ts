import { lazy, type ComponentType } from 'react'
import HomePage from '../../pages/home/HomePage.tsx'
import type { Path } from './paths.ts'

/**
 * The page of every route. Home comes with the first load, every other page when it is first
 * opened.
 */
export const pages: Record<Path, ComponentType> = {
  '/': HomePage,
  '/login': lazy(() => import('../../pages/login/LoginPage.tsx')),
  '/mine': lazy(() => import('../../pages/mine/MinePage.tsx')),
  '/gamePage': lazy(() => import('../../pages/gamePage/GamePage.tsx')),
  '/kefu': lazy(() => import('../../pages/kefu/KefuPage.tsx')),
  '/message': lazy(() => import('../../pages/message/MessagePage.tsx')),
  '/wallet': lazy(() => import('../../pages/wallet/WalletPage.tsx')),
  '/addBankCard': lazy(() => import('../../pages/addBankCard/AddBankCardPage.tsx')),
  '/addUsdtCard': lazy(() => import('../../pages/addUsdtCard/AddUsdtCardPage.tsx')),
  '/usdtmore': lazy(() => import('../../pages/usdtmore/UsdtmorePage.tsx')),
  '/recharge': lazy(() => import('../../pages/recharge/RechargePage.tsx')),
  '/payInfo': lazy(() => import('../../pages/payInfo/PayInfoPage.tsx')),
  '/withdrawal': lazy(() => import('../../pages/withdrawal/WithdrawalPage.tsx')),
  '/wageringAudit': lazy(() => import('../../pages/wageringAudit/WageringAuditPage.tsx')),
  '/statement': lazy(() => import('../../pages/statement/StatementPage.tsx')),
  '/recover': lazy(() => import('../../pages/recover/RecoverPage.tsx')),
  '/contacts': lazy(() => import('../../pages/contacts/ContactsPage.tsx')),
  '/transfer': lazy(() => import('../../pages/transfer/TransferPage.tsx')),
  '/money': lazy(() => import('../../pages/money/MoneyPage.tsx')),
  '/transRecord': lazy(() => import('../../pages/transRecord/TransRecordPage.tsx')),
  '/betRecord': lazy(() => import('../../pages/betRecord/BetRecordPage.tsx')),
  '/safety': lazy(() => import('../../pages/safety/SafetyPage.tsx')),
  '/password': lazy(() => import('../../pages/password/PasswordPage.tsx')),
  '/welfare': lazy(() => import('../../pages/welfare/WelfarePage.tsx')),
  '/activityRecord': lazy(() => import('../../pages/activityRecord/ActivityRecordPage.tsx')),
  '/vip': lazy(() => import('../../pages/vip/VipPage.tsx')),
  '/hongbao': lazy(() => import('../../pages/hongbao/HongbaoPage.tsx')),
  '/activity': lazy(() => import('../../pages/activity/ActivityPage.tsx')),
  '/activityInfo': lazy(() => import('../../pages/activityInfo/ActivityInfoPage.tsx')),
  '/concise': lazy(() => import('../../pages/concise/ConcisePage.tsx')),
  '/fanshui': lazy(() => import('../../pages/fanshui/FanshuiPage.tsx')),
  '/userInfo': lazy(() => import('../../pages/userInfo/UserInfoPage.tsx')),
  '/userCent': lazy(() => import('../../pages/userCent/UserCentPage.tsx')),
  '/applyagent': lazy(() => import('../../pages/applyagent/ApplyagentPage.tsx')),
  '/boutBallBet': lazy(() => import('../../pages/boutBallBet/BoutBallBetPage.tsx')),
  '/boutBallBetInfo': lazy(() => import('../../pages/boutBallBetInfo/BoutBallBetInfoPage.tsx')),
  '/abouts': lazy(() => import('../../pages/abouts/AboutsPage.tsx')),
  '/app': lazy(() => import('../../pages/app/AppPage.tsx')),
  '/zhanzhu': lazy(() => import('../../pages/zhanzhu/ZhanzhuPage.tsx')),
  '/zhanzhuye': lazy(() => import('../../pages/zhanzhuye/ZhanzhuyePage.tsx')),
}
