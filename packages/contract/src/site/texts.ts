import type { Catalogue } from '../say.ts'

export const siteTexts = {
  'article.not_found': '文章不存在',
  'site.address_listed': [201, '已在当前线路'],
  'content.deleted': [409, '该内容已被删除，请刷新'],
  'content.changed': [409, '该内容已被他人修改，请刷新后重试'],
  'content.draft_without_popup': '弹窗没有修改，草稿只保留弹窗的内容',
  'content.draft_of_nothing': '新内容还没有保存过，请关闭“显示”后直接保存',
  'content.notice_missing': '请填写公告内容',
  'content.text_missing': '请填写正文',
  'content.picture_elsewhere': '第 {n} 张图片不是本站的文件，请先上传，再用 / 开头的地址：{src}',
  'content.never_published': '这篇文章还没有发布过，请先立即发布',
  'content.nothing_scheduled': [409, '没有待发布的版本'],
  'content.foreign_link': '链接只能指向本站或允许的域名：{address}',
} as const satisfies Catalogue
