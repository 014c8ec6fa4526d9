import type { Catalogue } from '../say.ts'

export const messageTexts = {
  'message.title_length': '标题为1~100个字',
  'message.content_missing': '请填写内容',
  'message.recipients': '收件人为1~{max}名会员',
  'message.offers_full': '这些会员近 7 天收到的优惠已达上限（{max} 条）',
  'message.recipients_missing': '请填写收件会员',
  'message.recipients_many': '一次最多 {max} 名会员，请分次发送或发给全部会员',
  'message.recipients_unknown': '找不到会员：{members}',
  'message.many_wait': [409, '待审批的群发消息过多，请先处理'],
  'message.not_found': [404, '该消息不存在'],
  'letter.title': '请填写标题，方便同事找到草稿',
  'letter.many_drafts': [409, '草稿最多 {max} 份，请先删除不用的'],
  'letter.no_draft': [404, '草稿不存在或已提交'],
  'letter.draft_changed': [409, '草稿已被{by}修改，请关闭后重新打开'],
  'letter.some': '定时发送只用于人群或全部会员',
  'letter.past': '计划时间须晚于现在，且在 {days} 天内',
  'letter.over': [409, '计划时间 {at} 已过，没有发送；请拒绝，由提出人重新提交'],
  'letter.many_plans': [409, '待发送的定时站内信最多 {max} 封'],
  'letter.no_plan': [404, '该定时站内信不存在'],
  'letter.ended': [409, '该定时站内信{state}，不能再取消'],
  'message.withdrawn': [409, '该消息已由{by}撤回'],
} as const satisfies Catalogue
