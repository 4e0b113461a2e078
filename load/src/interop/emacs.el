;; What Emacs sees in each Org file that the list names: one line of JSON a file, with the level and words of each headline.
;; emacs --batch -Q -l emacs.el LIST

(require 'org)
(require 'org-element)
(require 'json)

(defun bough-words (data)
  "The words of DATA, without the marks around them."
  (cond
   ((stringp data) (substring-no-properties data))
   ((null data) "")
   ((memq (org-element-type data) '(code verbatim latex-fragment))
    (concat (org-element-property :value data) (bough-blanks data)))
   ((eq (org-element-type data) 'entity)
    (concat (org-element-property :utf-8 data) (bough-blanks data)))
   ((eq (org-element-type data) 'link)
    (concat
     (if (org-element-contents data)
         (mapconcat #'bough-words (org-element-contents data) "")
       (org-element-property :raw-link data))
     (bough-blanks data)))
   ((memq (org-element-type data) '(bold italic underline strike-through))
    (concat (mapconcat #'bough-words (org-element-contents data) "") (bough-blanks data)))
   ((org-element-type data)
    (let ((written (org-element-interpret-data data))) (substring-no-properties written)))
   (t (mapconcat #'bough-words data ""))))

(defun bough-blanks (object)
  (make-string (or (org-element-property :post-blank object) 0) ?\s))

(defun bough-see (file)
  (with-temp-buffer
    (let ((coding-system-for-read 'utf-8)) (insert-file-contents file))
    (let ((org-inhibit-startup t)) (org-mode))
    (vconcat
     (org-element-map (org-element-parse-buffer 'object) 'headline
       (lambda (headline)
         (list (cons 'level (org-element-property :level headline))
               (cons 'text (bough-words (org-element-property :title headline)))))))))

(set-language-environment "UTF-8")
(setq gc-cons-threshold 200000000)
(dolist (file (with-temp-buffer
                (insert-file-contents (car command-line-args-left))
                (split-string (buffer-string) "\n" t)))
  (princ (concat "SEEN " (json-encode (bough-see file)) "\n")))
(setq command-line-args-left nil)
