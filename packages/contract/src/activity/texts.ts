import type { Catalogue } from '../say.ts'

export const activityTexts = {
  'activity.not_found': [404, '活动不存在或已结束'],
  'activity.over': '活动不存在或已结束',
  'activity.not_started': '活动将于{at}开始',
  'activity.nothing_to_apply_for': '该活动无需申请',
  'activity.applied': '您已申请该活动，正在审核中',
  'activity.limit': '该活动{period}限申请{times}次，您已申请{used}次',
  'activity.places': '该活动{period}名额已满（{places}个）',
  'activity.conditions': '未满足申请条件：{conditions}',
  'activity.wagering': '该活动的流水要求超过规定，暂不能申请',
  'activity.gone': [404, '活动不存在'],
  'activity.changed': [409, '该活动已被他人修改，请刷新后重试'],
  'activity.mixed_products': '一项活动只能涉及一类产品（{products}）',
  'activity.streaks': '活动不能按连续参与的天数奖励',
  'activity.type_missing': '请选择分类',
  'activity.type_exists': [409, '已有同名分类'],
  'activity.type_not_found': [404, '分类不存在'],
  'activity.type_changed': [409, '该分类已被他人修改，请刷新后重试'],
  'activity.type_holds_paying': [
    409,
    '该分类下有未结束的付奖活动，请先关闭这些活动，启用分类后再逐个开放',
  ],
  'application.not_found': [404, '申请不存在'],
  'application.decided': [409, '该申请已由{by}{how}'],
} as const satisfies Catalogue
