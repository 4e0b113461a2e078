// What PlantUML sees in each file that the list names: one line of JSON a file, with the level of each item and the drawing. Argument: the list.
import groovy.json.JsonOutput
import net.sourceforge.plantuml.FileFormat
import net.sourceforge.plantuml.FileFormatOption
import net.sourceforge.plantuml.SourceStringReader

for (file in new File(args[0]).readLines()) {
  def reader = new SourceStringReader(new File(file).getText('UTF-8'))
  def diagram = reader.blocks[0].diagram
  if (diagram.class.simpleName != 'MindMapDiagram') {
    println 'SEEN ' + JsonOutput.toJson("PlantUML finds no mind map but ${diagram.class.simpleName}".toString())
    continue
  }
  def levels = []
  def tell
  tell = { idea, level ->
    levels << level
    idea.@children.each { tell(it, level + 1) }
  }
  diagram.@mindmaps.each { map ->
    tell(map.@regular.@root, 1)
    map.@reverse.@root?.@children?.each { tell(it, 2) }
  }
  def drawing = new ByteArrayOutputStream()
  reader.outputImage(drawing, new FileFormatOption(FileFormat.SVG))
  println 'SEEN ' + JsonOutput.toJson([levels: levels, svg: drawing.toString('UTF-8')])
}
System.exit(0)
